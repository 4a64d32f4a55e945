package dev.cairn.testkit.suite;

import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Adds each suite that ran to the report of the run, with the class that ran it. */
final class SuiteReport implements AfterAllCallback {
  @Override
  public void afterAll(ExtensionContext context) {
    Class<?> suite = context.getRequiredTestClass();
    if (suite.isAnnotationPresent(Nested.class)) {
      Class<?> backend = context.getParent().orElseThrow().getRequiredTestClass();
      TestRun.report(
          context,
          "suite",
          "%s of %s ran".formatted(suite.getSimpleName(), backend.getSimpleName()));
    }
  }
}
