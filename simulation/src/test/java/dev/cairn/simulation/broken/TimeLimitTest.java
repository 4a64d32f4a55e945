package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.TimeLimit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Tests on a backend that never answers end, and say what they waited for. */
class TimeLimitTest {
  private static final String HANGING_CALL = "NeverEnds.swapReference";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "everyCommitOfManyThreadsAndStoresIsAppliedOnceAndInTheOrderOfItsCaller",
        "theLogTellsEveryCommitInPagesOfAnySize"
      })
  void testThatHangsEndsAndNamesWhatItWaitedFor(String test) {
    // A limit says something about the call that hangs only if that call was reached before it. How
    // long this takes depends on the machine, so the limit grows until it is long enough.
    String message = "";
    for (int seconds = 2; seconds <= 64 && !message.contains(HANGING_CALL); seconds *= 2) {
      message = failureWithin(test, seconds);
      assertTrue(message.contains("did not end within"), message);
    }
    assertTrue(message.contains(HANGING_CALL), message);
  }

  private static String failureWithin(String test, int seconds) {
    TestExecutionSummary summary =
        SuiteRun.run(
            List.of(selectMethod(HangingContract.class, test)),
            Map.of(TimeLimit.PROPERTY, Integer.toString(seconds)));
    assertFalse(Thread.currentThread().isInterrupted(), "the interrupt stays with the test");
    assertEquals(1, summary.getTestsFailedCount());
    return summary.getFailures().get(0).getException().getMessage();
  }
}
