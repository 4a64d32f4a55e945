package dev.cairn.core;

import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A clock that moves only while a caller waits, and randomness from a seed. */
public final class TestEnvironment {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final List<Duration> waits = new ArrayList<>();

  /** The environment, with tokens drawn from {@code seed}. */
  public Environment environment(long seed) {
    return new Environment(() -> now, this::await, new Random(seed));
  }

  private void await(Duration duration) {
    waits.add(duration);
    now = now.plus(duration);
  }

  /** Moves the clock, backwards too, as clocks of machines do. */
  public void move(Duration step) {
    now = now.plus(step);
  }

  /** What time it is. */
  public Instant now() {
    return now;
  }

  /** How long the engine has waited, wait by wait. */
  public List<Duration> waits() {
    return waits;
  }
}
