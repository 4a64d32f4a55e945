package dev.cairn.core.internal.runtime;

import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Clock, waiting and randomness of the engine, replaceable by tests and simulations. The engine
 * reads no other clock, waits in no other way and draws no other random number.
 *
 * @param clock the current time
 * @param waiter how to let time pass
 * @param random where tokens and jitter come from; safe for use by many threads
 * @param clockCheck checks that the clock is reliable
 */
public record Environment(
    InstantSource clock, Waiter waiter, RandomGenerator random, ClockCheck clockCheck) {
  /** An environment whose clock is not checked. */
  public Environment(InstantSource clock, Waiter waiter, RandomGenerator random) {
    this(clock, waiter, random, ClockCheck.NONE);
  }

  /** The system's clock, real waiting and secure randomness. */
  public static Environment system() {
    return new Environment(InstantSource.system(), Waiter.system(), new SecureRandom());
  }

  /** The same environment, with a clock that {@code check} checks. */
  public Environment with(ClockCheck check) {
    return new Environment(clock, waiter, random, check);
  }

  /**
   * The same environment, but an interrupted thread waits in full and is interrupted again
   * afterwards: for cases where stopping early would leave an outcome unknown.
   */
  public Environment patient() {
    return new Environment(clock, this::awaitInterrupted, random, clockCheck);
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
    return Micros.of(clock.instant());
  }

  /** A token that was never used before. */
  public Token newToken() {
    return Token.random(random);
  }
}
