package dev.cairn.testkit.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.cairn.testkit.Scale;
import dev.cairn.testkit.contract.BackendContract;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Proves the suite: on every broken backend it fails where it should, on a sound one nowhere, and
 * each of its tests has been seen to fail.
 *
 * <p>Every build runs, on each variant, the tests that have to fail on it. At a larger scale the
 * whole suite runs on each, which also shows that no test hangs on a broken backend.
 */
class SuiteProofTest {
  @ParameterizedTest
  @EnumSource
  void suiteCatches(Variant variant) {
    List<DiscoverySelector> tests = new ArrayList<>();
    if (Scale.ofRun() > 1) {
      tests.add(selectClass(BrokenContract.class));
    } else {
      variant.caughtBy().forEach(name -> tests.add(selectMethod(BrokenContract.class, name)));
    }
    Set<String> failed = failedTests(run(tests, variant.name()));
    assertTrue(
        failed.containsAll(variant.caughtBy()),
        () -> "%s has to fail in %s, not in %s".formatted(variant, variant.caughtBy(), failed));
  }

  @Test
  void everyTestOfTheSuiteCatchesSomething() {
    Set<String> tests = new TreeSet<>();
    for (Method method : BackendContract.class.getMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        tests.add(method.getName());
      }
    }
    assertTrue(tests.size() > 50, () -> "tests in the suite: " + tests);
    Set<String> catching = new TreeSet<>();
    for (Variant variant : Variant.values()) {
      catching.addAll(variant.caughtBy());
    }
    assertEquals(tests, catching);
  }

  @Test
  void soundBackendPassesEveryTestAndSkipsNone() {
    TestExecutionSummary summary = run(List.of(selectClass(SoundContract.class)), "none");
    assertEquals(Set.of(), failedTests(summary));
    assertEquals(0, summary.getTotalFailureCount());
    assertEquals(0, summary.getTestsSkippedCount() + summary.getTestsAbortedCount());
    assertTrue(summary.getTestsSucceededCount() > 50);
    assertEquals(summary.getTestsFoundCount(), summary.getTestsSucceededCount());
  }

  private static TestExecutionSummary run(List<DiscoverySelector> tests, String variant) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .configurationParameter(BrokenContract.PARAMETER, variant)
                .build(),
            listener);
    return listener.getSummary();
  }

  private static Set<String> failedTests(TestExecutionSummary summary) {
    return summary.getFailures().stream()
        .map(TestExecutionSummary.Failure::getTestIdentifier)
        .map(SuiteProofTest::methodName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String methodName(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .orElse(test.getDisplayName());
  }
}
