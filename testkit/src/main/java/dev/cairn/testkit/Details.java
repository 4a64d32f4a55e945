package dev.cairn.testkit;

/**
 * What tests report besides failures: figures, and the server they ran on. It is printed with
 * {@code -Dcairn.test.details=true} and by {@code -Pchaos}; otherwise a test that succeeds prints
 * its seed at most.
 */
public final class Details {
  /** The system property that turns them on. */
  public static final String PROPERTY = "cairn.test.details";

  private Details() {}

  /** Prints a line if details are on. */
  public static void print(String line) {
    if (Boolean.getBoolean(PROPERTY)) {
      System.out.println(line);
    }
  }
}
