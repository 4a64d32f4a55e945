package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When to try again what was refused. Each try to end a stop of writes costs as much writing as is
 * in the log, so callers that come soon after a refusal share it. For one thread at a time.
 */
final class Tries {
  static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private @Nullable CairnException refusal;
  private long refusedAt;

  Tries(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Begins a try.
   *
   * @throws BackendUnavailableException if the last one was refused and that is not long ago
   */
  void begin() {
    if (refusal != null && nanoTime.getAsLong() - refusedAt < NANOS_BETWEEN) {
      throw again(refusal);
    }
    refusal = null;
  }

  /** Remembers why a try failed, and says so. */
  BackendUnavailableException refuse(CairnException cause) {
    refusal = cause;
    refusedAt = nanoTime.getAsLong();
    return again(cause);
  }

  static BackendUnavailableException again(CairnException refusal) {
    return new BackendUnavailableException(String.valueOf(refusal.getMessage()), refusal);
  }
}
