package dev.cairn.testkit.suite;

import dev.cairn.testkit.TestRun;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** A suite that runs only where the enclosing class implements {@link #value}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(Needs.Condition.class)
@interface Needs {
  Class<?> value();

  /** Leaves a suite out, and says in the report which interface would enable it. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (context.getTestMethod().isPresent()) {
        return ConditionEvaluationResult.enabled("decided for the whole suite");
      }
      Class<?> suite = context.getRequiredTestClass();
      Class<?> needed = AnnotationSupport.findAnnotation(suite, Needs.class).orElseThrow().value();
      Class<?> backend = context.getParent().orElseThrow().getRequiredTestClass();
      if (needed.isAssignableFrom(backend)) {
        return ConditionEvaluationResult.enabled(backend.getSimpleName() + " has what it needs");
      }
      String reason =
          "suite %s is left out: %s does not implement %s"
              .formatted(suite.getSimpleName(), backend.getSimpleName(), needed.getSimpleName());
      TestRun.report(context, "left out", reason);
      return ConditionEvaluationResult.disabled(reason);
    }
  }
}
