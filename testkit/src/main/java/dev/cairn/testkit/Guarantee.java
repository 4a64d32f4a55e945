package dev.cairn.testkit;

import java.util.Locale;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Puts the broken guarantee before whatever a failed test says, such as two numbers that differ or
 * a page of rows. Tests are named after what they guarantee, so that it is their name in words.
 */
public final class Guarantee implements TestExecutionExceptionHandler {
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    if (thrown instanceof TestAbortedException) {
      throw thrown;
    }
    String detail =
        thrown instanceof AssertionError ? String.valueOf(thrown.getMessage()) : "" + thrown;
    AssertionError broken =
        new AssertionError(
            "broken: %s%n%s".formatted(words(context.getRequiredTestMethod().getName()), detail),
            thrown);
    broken.setStackTrace(thrown.getStackTrace());
    for (Throwable more : thrown.getSuppressed()) {
      broken.addSuppressed(more);
    }
    throw broken;
  }

  /** A name in camel case as words. */
  static String words(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
