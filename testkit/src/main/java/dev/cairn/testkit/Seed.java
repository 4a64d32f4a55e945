package dev.cairn.testkit;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The seed of a randomized test: new for each run, attached to whatever the test throws, and taken
 * back with {@code -Dcairn.test.seed}.
 *
 * <pre>{@code
 * @RegisterExtension final Seed seed = Seed.ofRun();
 *
 * @Test
 * void anyOrderGivesTheSameResult() {
 *   Random random = seed.random("order");
 * }
 * }</pre>
 */
public final class Seed implements TestExecutionExceptionHandler {
  /** The system property that replays a seed. */
  public static final String PROPERTY = "cairn.test.seed";

  private final long value;

  /** Exactly the seed {@code value}. */
  public Seed(long value) {
    this.value = value;
  }

  /** The seed given by {@code -Dcairn.test.seed}, or else a new one. */
  public static Seed ofRun() {
    String given = System.getProperty(PROPERTY);
    return new Seed(given == null ? new SplittableRandom().nextLong() : parse(given));
  }

  static long parse(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is '%s'; give the number a failed test printed".formatted(PROPERTY, text), e);
    }
  }

  /** The number that replays it. */
  public long value() {
    return value;
  }

  /**
   * A source of random choices, the same for the same seed and {@code name}: what one part of a
   * test draws does not depend on how much another part drew, and what one seed draws does not
   * depend on what its neighbours drew.
   */
  public Random random(String name) {
    // Random begins almost alike for seeds that are close: its first choice was the same for 25
    // seeds in a row. SplittableRandom mixes all bits.
    return new Random(new SplittableRandom(value * 31 + name.hashCode()).nextLong());
  }

  /** Adds the seed to what a test threw, where every report shows it. */
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    thrown.addSuppressed(new Replay(toString()));
    throw thrown;
  }

  /** How to replay this seed. */
  @Override
  public String toString() {
    return "replay with -D%s=%d".formatted(PROPERTY, value);
  }

  private static final class Replay extends RuntimeException {
    Replay(String message) {
      super(message, null, false, false);
    }
  }
}
