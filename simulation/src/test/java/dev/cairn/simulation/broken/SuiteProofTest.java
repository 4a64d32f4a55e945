package dev.cairn.simulation.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TimeLimit;
import dev.cairn.testkit.contract.BackendContract;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Proves the suite: on every broken backend it fails where it should, on a sound one nowhere, and
 * each of its tests has been seen to fail.
 *
 * <p>Every build runs, on each variant, the tests that have to fail on it. At a larger scale the
 * whole suite runs on each, which also shows that no test hangs on a broken backend.
 */
class SuiteProofTest {
  // Tests wait for what these never do, up to their limit.
  private static final Set<Variant> WAITED_FOR =
      EnumSet.of(Variant.PROGRESS_WEAK_READS_STAY_BEHIND, Variant.PROGRESS_SCANS_LOCK_OTHERS_OUT);

  @ParameterizedTest
  @EnumSource
  void suiteCatches(Variant variant) {
    List<DiscoverySelector> tests = new ArrayList<>();
    if (Scale.ofRun() > 1) {
      tests.add(selectClass(BrokenContract.class));
    } else {
      variant.caughtBy().forEach(name -> tests.add(selectMethod(BrokenContract.class, name)));
    }
    Map<String, String> parameters = new HashMap<>();
    parameters.put(SuiteRun.PARAMETER, variant.name());
    if (WAITED_FOR.contains(variant)) {
      parameters.put(TimeLimit.PROPERTY, "4");
    }
    Set<String> failed = SuiteRun.failedTests(SuiteRun.run(tests, parameters));
    assertTrue(
        failed.containsAll(variant.caughtBy()),
        () -> "%s has to fail in %s, not in %s".formatted(variant, variant.caughtBy(), failed));
  }

  @Test
  void everyTestOfTheSuiteCatchesSomething() {
    Set<String> tests = SuiteRun.testsOf(BackendContract.class);
    assertTrue(tests.size() > 50, () -> "tests in the suite: " + tests);
    Set<String> catching = new TreeSet<>();
    for (Variant variant : Variant.values()) {
      catching.addAll(variant.caughtBy());
    }
    assertEquals(tests, catching);
  }

  @Test
  void soundBackendPassesEveryTestAndSkipsNone() {
    TestExecutionSummary summary = SuiteRun.run(List.of(selectClass(SoundContract.class)), "none");
    assertEquals(Set.of(), SuiteRun.failedTests(summary));
    assertEquals(0, summary.getTotalFailureCount());
    assertEquals(0, summary.getTestsSkippedCount() + summary.getTestsAbortedCount());
    assertTrue(summary.getTestsSucceededCount() > 50);
    assertEquals(summary.getTestsFoundCount(), summary.getTestsSucceededCount());
  }
}
