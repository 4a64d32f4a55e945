package dev.cairn.api.idempotency;

import java.time.Duration;
import java.time.Instant;

/** What came of asking for a key: the caller executes the request, or has an answer. */
public sealed interface Reservation {
  /** Nobody has the key: the caller executes the request. */
  record Reserved(Ownership owner) implements Reservation {}

  /**
   * An owner began and let its lease lapse; it may be dead, or slow. The caller has to find out
   * what was done before it executes anything.
   */
  record TakenOver(Ownership owner) implements Reservation {}

  /** The request is not for the caller to execute. */
  sealed interface Answer extends Reservation {}

  /**
   * It was executed before.
   *
   * @param outcome how it ended
   * @param acceptedAt when the first attempt was accepted
   */
  record Replay(Outcome outcome, Instant acceptedAt) implements Answer {}

  /**
   * Somebody executes it now.
   *
   * @param retryAfter when it is worth asking again
   */
  record InProgress(Duration retryAfter) implements Answer {}

  /** The key was used with another payload. */
  record KeyConflict() implements Answer {}

  /**
   * It was executed, but how it ended cannot be told.
   *
   * @param reason what is missing
   */
  record ReplayFailed(String reason) implements Answer {}
}
