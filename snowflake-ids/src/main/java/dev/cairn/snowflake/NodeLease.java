package dev.cairn.snowflake;

import java.time.Duration;
import java.util.Optional;

/** A node that was granted: the handle by which its holder, and nobody else, can change its row. */
public interface NodeLease {
  /** Which node, when, until when and for whom, as far as the last answer of the store said. */
  NodeLeaseInfo info();

  /** The last timestamp that an earlier holder may have used. */
  long previousUntil();

  /** Extends the lease to {@code duration} from now; never shortens it. */
  Renewal renew(Duration duration);

  /**
   * Gives the node back. Those who take it next begin after {@code lastTimestamp}, the last one
   * that this holder used, so the holder must have stopped for good.
   */
  Release release(long lastTimestamp);

  /** What came of a renewal. */
  sealed interface Renewal {
    /** The lease now covers timestamps up to and including {@code until}. */
    record Renewed(long until) implements Renewal {}

    /**
     * The node is not the caller's any more.
     *
     * @param by who took it; empty if its row is gone, which only an operator's hand can do
     */
    record Lost(Optional<NodeLeaseInfo> by) implements Renewal {}

    /** Nobody knows yet: the lease stands as it was, and another renewal settles it. */
    record Unknown(RuntimeException cause) implements Renewal {}
  }

  /** What came of a release. */
  sealed interface Release {
    /** The node is free. */
    record Released() implements Release {}

    /** The node was not the caller's any more, as for a renewal. */
    record Lost(Optional<NodeLeaseInfo> by) implements Release {}

    /** Nobody knows yet; if it did not land, the lease runs out by itself. */
    record Unknown(RuntimeException cause) implements Release {}
  }
}
