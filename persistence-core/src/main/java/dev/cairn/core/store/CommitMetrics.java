package dev.cairn.core.store;

import dev.cairn.core.settle.Settled;
import java.time.Duration;

/** Is told what happens to commits. Must be quick and must not throw. */
public interface CommitMetrics {
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
    /** It is in the log. */
    APPLIED,
    /** The change edited nothing. */
    UNCHANGED,
    /** The change threw. */
    REFUSED,
    /** It was given up because others kept moving the reference. */
    CONFLICT,
    /** Nobody knows. */
    UNKNOWN,
    /** It was not done, for another reason. */
    FAILED
  }

  /** A group of this many commits that change something is about to be written. */
  void attempted(int commits, int rows, long bytes);

  /** The reference had moved, so that a group has to run again. */
  void conflicted();

  /** The reply to a swap was lost, and this is what was found out. */
  void settled(Settled<?> settled);

  /** A commit ended, so long after it was submitted. */
  void ended(Outcome outcome, Duration latency);
}
