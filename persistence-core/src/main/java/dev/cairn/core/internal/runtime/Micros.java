package dev.cairn.core.internal.runtime;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as microseconds since 1970, the form in which rows carry them. */
public final class Micros {
  private static final long PER_SECOND = 1_000_000;
  private static final long NANOS = 1_000;

  private Micros() {}

  /** The microseconds since 1970 at {@code instant}. */
  public static long of(Instant instant) {
    return instant.getEpochSecond() * PER_SECOND + instant.getNano() / NANOS;
  }

  /** The time {@code micros} microseconds after 1970 began. */
  public static Instant toInstant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
