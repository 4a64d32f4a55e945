package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.TimeLimit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Tests on a backend that never answers end, and say what they waited for. */
class TimeLimitTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "everyCommitOfManyThreadsAndStoresIsAppliedOnceAndInTheOrderOfItsCaller",
        "theLogTellsEveryCommitInPagesOfAnySize"
      })
  void testThatHangsEndsAndNamesWhatItWaitedFor(String test) {
    endsAndNames("NeverEnds.swapReference", selectMethod(HangingContract.class, test));
  }

  // Not only plain tests hang: transfers run one test for several cuts, and backends open before
  // and close after tests.
  @ParameterizedTest
  @ValueSource(
      classes = {HangingLife.ForEach.class, HangingLife.Opens.class, HangingLife.Closes.class})
  void whatHangsAroundATestEndsToo(Class<?> hanging) {
    endsAndNames("HangingLife.waitForEver", selectClass(hanging));
  }

  @Test
  void afterTheFirstLateTestTheOthersHaveLessTime() {
    TestExecutionSummary summary =
        SuiteRun.run(
            List.of(selectClass(HangingLife.Twice.class)), Map.of(TimeLimit.PROPERTY, "4"));
    assertEquals(
        List.of("4 s", "1 s"),
        summary.getFailures().stream()
            .map(failure -> failure.getException().getMessage())
            .map(message -> message.replaceAll("(?s).*did not end within (\\d+ s).*", "$1"))
            .toList());
  }

  // Each of these waits for a thread to come to a swap. None does, as there is nothing to swap, and
  // each of them took a minute.
  @Test
  void testsThatWaitInVainSayWhatTheOtherThreadsDoAndHurryAfterTheFirst() {
    List<DiscoverySelector> tests =
        Stream.of(
                "aGroupThatLostItsRaceGetsTheStateItLostTo",
                "aCommitWithdrawnFromTheQueueIsNeverApplied",
                "aCommitLeftBeforeItsGroupLostARaceIsNotTriedAgain")
            .<DiscoverySelector>map(test -> selectMethod(HangingContract.class, test))
            .toList();
    TestExecutionSummary summary =
        SuiteRun.run(
            tests,
            Map.of(
                TimeLimit.PROPERTY,
                "16",
                SuiteRun.PARAMETER,
                Variant.REFERENCE_INSERT_DOES_NOTHING.name()));
    List<String> messages =
        summary.getFailures().stream().map(failure -> failure.getException().getMessage()).toList();
    assertEquals(3, messages.size());
    assertTrue(messages.get(0).contains("should be stopped for 8 s"), messages.get(0));
    assertTrue(messages.get(0).contains("'engine', "), messages.get(0));
    assertTrue(messages.get(1).contains("should be stopped for 2 s"), messages.get(1));
    assertTrue(messages.get(2).contains("should be stopped for 2 s"), messages.get(2));
  }

  // A limit says something about the call that hangs only if that call was reached before it. How
  // long this takes depends on the machine, so the limit grows until it is long enough.
  private static void endsAndNames(String hangingCall, DiscoverySelector test) {
    String message = "";
    for (int seconds = 1; seconds <= 64 && !message.contains(hangingCall); seconds *= 2) {
      message = failureWithin(test, seconds);
      assertTrue(message.contains("did not end within"), message);
    }
    assertTrue(message.contains(hangingCall), message);
  }

  private static String failureWithin(DiscoverySelector test, int seconds) {
    TestExecutionSummary summary =
        SuiteRun.run(List.of(test), Map.of(TimeLimit.PROPERTY, Integer.toString(seconds)));
    assertFalse(Thread.currentThread().isInterrupted(), "the interrupt stays with the test");
    assertEquals(1, summary.getTestsFailedCount());
    return summary.getFailures().get(0).getException().getMessage();
  }
}
