package dev.cairn.iceberg.server.rest;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.UnknownOutcomeException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the operator that requests fail because of the database, such as one whose disk is full.
 *
 * <p>Only the clients get these failures, as answers, and an outage fails all requests: so one line
 * a minute at most, without a trace.
 */
final class OutageLog {
  static final long NANOS_BETWEEN = TimeUnit.MINUTES.toNanos(1);

  private static final System.Logger LOG = System.getLogger(OutageLog.class.getName());

  private final LongSupplier nanoTime;
  private boolean isBegun;
  private long loggedAt;
  private long unlogged;

  OutageLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Notes that a request failed with {@code failure}, whatever the reason is. */
  void note(String requestId, RuntimeException failure) {
    Throwable outage = outage(failure);
    if (outage == null) {
      return;
    }
    long others;
    synchronized (this) {
      if (isBegun && nanoTime.getAsLong() - loggedAt < NANOS_BETWEEN) {
        unlogged++;
        return;
      }
      isBegun = true;
      loggedAt = nanoTime.getAsLong();
      others = unlogged;
      unlogged = 0;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "request %s failed because of the database, and %s others since the last such line: %s"
            .formatted(requestId, Long.toString(others), outage.getMessage()));
  }

  /** What the database did, which others have wrapped; a reason says more than its consequence. */
  private static @Nullable Throwable outage(Throwable failure) {
    Throwable found = null;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BackendUnavailableException) {
        return each;
      }
      if (each instanceof UnknownOutcomeException || each instanceof IdsUnavailableException) {
        found = each;
      }
    }
    return found;
  }
}
