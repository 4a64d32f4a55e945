package dev.cairn.core.idempotency;

import dev.cairn.api.idempotency.Reservation;

/** Is told what happens to requests with keys. Must be quick and must not throw. */
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
    /** It was executed, by its first owner. */
    ORIGINAL,
    /** It was executed, or found executed, after a takeover. */
    TAKEOVER,
    REPLAY,
    /** It met another in this process, and was given its answer. */
    COALESCED,
    CONFLICT,
    IN_PROGRESS,
    REPLAY_FAILED,
    /** Its record could not be reached: it ran as if it had no key. */
    UNGUARDED,
    /** It failed with an exception. */
    ERROR
  }

  /** What was found out of an earlier attempt, and where. */
  enum Reconciled {
    APPLIED_IN_HEAD,
    APPLIED,
    NOT_APPLIED,
    INCOMPATIBLE,
    UNDECIDED
  }

  /** Somebody asked for a key. */
  void reserved(Reservation reservation);

  /** A request was answered. */
  void answered(Answer answer);

  /** A request waits for another process. */
  void waited();

  /** An earlier attempt was looked into. */
  void reconciled(Reconciled how);

  /** Records are gone because they were past their time. */
  void purged(long records);
}
