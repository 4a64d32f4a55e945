package dev.cairn.testkit;

/**
 * How much work tests do: 1 in every build, more with {@code -Dcairn.test.scale} (or the build's
 * profile {@code long}).
 */
public final class Scale {
  /** The system property that sets it. */
  public static final String PROPERTY = "cairn.test.scale";

  private Scale() {}

  /** The scale of this run, 1 or more. */
  public static int ofRun() {
    return parse(System.getProperty(PROPERTY, "1"));
  }

  static int parse(String text) {
    if (!text.strip().matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(
          "%s is '%s'; give a whole number from 1 to 999999".formatted(PROPERTY, text));
    }
    return Integer.parseInt(text.strip());
  }
}
