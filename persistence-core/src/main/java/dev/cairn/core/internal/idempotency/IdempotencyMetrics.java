package dev.cairn.core.internal.idempotency;

import dev.cairn.api.idempotency.Reservation;

/** Receives events of requests with keys. Implementations must be fast and must not throw. */
public interface IdempotencyMetrics {
  /** Counts nothing. */
  IdempotencyMetrics NONE =
      new IdempotencyMetrics() {
        @Override
        public void reserved(Reservation reservation) {}

        @Override
        public void answered(Answer answer) {}

        @Override
        public void waited() {}

        @Override
        public void reconciled(Reconciled how) {}

        @Override
        public void purged(long records) {}
      };

  /** How a request with a key was answered: executed, or one of the ways of a duplicate. */
  enum Answer {
    /** Executed, by its first owner. */
    ORIGINAL,
    /** Executed, or found executed, after a takeover. */
    TAKEOVER,
    REPLAY,
    /** Answered with the outcome of the same request in this process. */
    COALESCED,
    CONFLICT,
    IN_PROGRESS,
    REPLAY_FAILED,
    /** Executed as if it had no key, because its record could not be reached. */
    UNGUARDED,
    /** Failed with an exception. */
    ERROR
  }

  /** What a reconciliation found of an earlier attempt, and where. */
  enum Reconciled {
    APPLIED_IN_HEAD,
    APPLIED,
    NOT_APPLIED,
    INCOMPATIBLE,
    UNDECIDED
  }

  /** A reservation was answered. */
  void reserved(Reservation reservation);

  /** A request was answered. */
  void answered(Answer answer);

  /** A request waits for another process. */
  void waited();

  /** An earlier attempt was reconciled. */
  void reconciled(Reconciled how);

  /** Expired records were deleted. */
  void purged(long records);
}
