package dev.cairn.core;

import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * What the engine takes from the world around it, so that a test or a simulation can put its own in
 * place. The engine reads no other clock, waits in no other way and draws no other random number.
 *
 * @param clock what time it is
 * @param waiter how to let time pass
 * @param random where tokens and jitter come from; safe for use by many threads
 */
public record Environment(InstantSource clock, Waiter waiter, RandomGenerator random) {
  /** The real world. */
  public static Environment system() {
    return new Environment(InstantSource.system(), Waiter.system(), new SecureRandom());
  }

  /**
   * The same, but a thread that is interrupted waits as long as any other, and is interrupted again
   * afterwards: where giving up early would leave an outcome unknown.
   */
  public Environment patient() {
    return new Environment(clock, this::awaitInterrupted, random);
  }

  private void awaitInterrupted(Duration duration) {
    boolean wasInterrupted = Thread.interrupted();
    waiter.await(duration);
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The time in microseconds since 1970, as rows carry it. */
  public long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  /** A token that was never used before. */
  public Token newToken() {
    return Token.random(random);
  }
}
