package dev.cairn.core.internal.store;

import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.turn.TurnMetrics;
import java.time.Duration;

/** Receives events of commits. Implementations must be fast and must not throw. */
public interface CommitMetrics extends TurnMetrics {
  /** Counts nothing. */
  CommitMetrics NONE =
      new CommitMetrics() {
        @Override
        public void attempted(int commits, int rows, long bytes) {}

        @Override
        public void conflicted() {}

        @Override
        public void settled(Settled<?> settled) {}

        @Override
        public void ended(Outcome outcome, Duration latency) {}
      };

  /** How a commit ended. */
  enum Outcome {
    /** The commit is in the log. */
    APPLIED,
    /** The change edited nothing. */
    UNCHANGED,
    /** The change threw. */
    REFUSED,
    /** Other writers moved the reference in every attempt. */
    CONFLICT,
    /** Whether the commit was applied is unknown. */
    UNKNOWN,
    /** The commit was not applied, for another reason. */
    FAILED
  }

  /** A group with this many editing commits is about to be written. */
  void attempted(int commits, int rows, long bytes);

  /** The reference had moved, so a group has to run again. */
  void conflicted();

  /** The reply to a swap was lost, and the swap was settled. */
  void settled(Settled<?> settled);

  /** A commit ended, {@code latency} after it was submitted. */
  void ended(Outcome outcome, Duration latency);
}
