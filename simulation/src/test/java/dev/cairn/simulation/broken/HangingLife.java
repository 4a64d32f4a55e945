package dev.cairn.simulation.broken;

import dev.cairn.testkit.TimeLimit;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that hang before, in and after what they test; not run by the build. */
final class HangingLife {
  private HangingLife() {}

  static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @ExtendWith(TimeLimit.class)
  static class ForEach {
    @ParameterizedTest
    @ValueSource(strings = "a cut")
    void hangs(String cut) {
      waitForEver();
    }
  }

  @ExtendWith(TimeLimit.class)
  static class Opens {
    @BeforeEach
    void open() {
      waitForEver();
    }

    @Test
    void doesNothing() {}
  }

  @ExtendWith(TimeLimit.class)
  static class Closes {
    @Test
    void doesNothing() {}

    @AfterEach
    void close() {
      waitForEver();
    }
  }

  @ExtendWith(TimeLimit.class)
  static class Twice {
    @Test
    void first() {
      waitForEver();
    }

    @Test
    void second() {
      waitForEver();
    }
  }
}
