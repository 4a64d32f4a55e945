package dev.cairn.testkit.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.cairn.testkit.contract.BackendContract;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Proves the suite: it fails on every broken backend, where it should, and on no sound one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SuiteProofTest {
  private final Map<Variant, TestExecutionSummary> summaries = new TreeMap<>();

  @BeforeAll
  void runTheSuiteOnEveryVariant() {
    for (Variant variant : Variant.values()) {
      summaries.put(variant, run(BrokenContract.class, variant.name()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void suiteCatches(Variant variant) {
    Set<String> failed = failedTests(summaries.get(variant));
    assertTrue(
        failed.containsAll(variant.caughtBy()),
        () ->
            "%s has to fail in %s; it failed in %s".formatted(variant, variant.caughtBy(), failed));
  }

  @Test
  void everyTestOfTheSuiteFailsOnSomeVariant() {
    Set<String> never = new TreeSet<>();
    for (var method : BackendContract.class.getMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        never.add(method.getName());
      }
    }
    assertTrue(never.size() > 50, "tests in the suite: " + never.size());
    summaries.values().forEach(summary -> never.removeAll(failedTests(summary)));
    assertEquals(Set.of(), never, "tests that nobody has seen fail");
  }

  @Test
  void soundBackendPassesEveryTestAndSkipsNone() {
    TestExecutionSummary summary = run(SoundContract.class, "");
    assertEquals(Set.of(), failedTests(summary));
    assertEquals(0, summary.getTotalFailureCount());
    assertEquals(0, summary.getTestsSkippedCount() + summary.getTestsAbortedCount());
    assertTrue(summary.getTestsSucceededCount() > 50);
    assertEquals(summary.getTestsFoundCount(), summary.getTestsSucceededCount());
  }

  private static TestExecutionSummary run(Class<?> suite, String variant) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(suite))
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
