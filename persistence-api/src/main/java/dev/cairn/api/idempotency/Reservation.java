package dev.cairn.api.idempotency;

import java.time.Duration;
import java.time.Instant;

/** The result of reserving a key: the caller executes the request, or gets an answer. */
public sealed interface Reservation {
  /** The key is free: the caller owns and executes the request. */
  record Reserved(Ownership owner) implements Reservation {}

  /**
   * The lease of an earlier owner, which may be dead or slow, has lapsed. The caller now owns the
   * request and has to find out what was done before it executes anything.
   */
  record TakenOver(Ownership owner) implements Reservation {}

  /** The caller must not execute the request. */
  sealed interface Answer extends Reservation {}

  /**
   * The request was executed before.
   *
   * @param outcome its outcome
   * @param acceptedAt when the first attempt was accepted
   */
  record Replay(Outcome outcome, Instant acceptedAt) implements Answer {}

  /**
   * Another owner is executing the request.
   *
   * @param retryAfter when to ask again
   */
  record InProgress(Duration retryAfter) implements Answer {}

  /** The key was used with another payload. */
  record KeyConflict() implements Answer {}

  /**
   * The request was executed, but its outcome is not available.
   *
   * @param reason what is missing
   */
  record ReplayFailed(String reason) implements Answer {}
}
