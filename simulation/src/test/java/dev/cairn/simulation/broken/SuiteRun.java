package dev.cairn.simulation.broken;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs tests of a suite on a backend that is broken on purpose, and looks at what failed. */
final class SuiteRun {
  /** The parameter that names the way in which the backend is broken. */
  static final String PARAMETER = "cairn.test.broken";

  private SuiteRun() {}

  static TestExecutionSummary run(List<DiscoverySelector> tests, String variant) {
    return run(tests, Map.of(PARAMETER, variant));
  }

  static TestExecutionSummary run(List<DiscoverySelector> tests, Map<String, String> parameters) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .configurationParameters(parameters)
                .build(),
            listener);
    return listener.getSummary();
  }

  static Set<String> failedTests(TestExecutionSummary summary) {
    return summary.getFailures().stream()
        .map(TestExecutionSummary.Failure::getTestIdentifier)
        .map(SuiteRun::methodName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String methodName(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .orElse(test.getDisplayName());
  }

  /** The names of all tests of a suite. */
  static Set<String> testsOf(Class<?> suite) {
    Set<String> tests = new TreeSet<>();
    for (Method method : suite.getMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        tests.add(method.getName());
      }
    }
    return tests;
  }
}
