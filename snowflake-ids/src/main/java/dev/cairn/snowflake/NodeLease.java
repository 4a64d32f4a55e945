package dev.cairn.snowflake;

import java.time.Duration;
import java.util.Optional;

/** The lease on a granted node: the handle with which only its holder can change its row. */
public interface NodeLease {
  /** The lease as of the store's last answer. */
  NodeLeaseInfo info();

  /** The last timestamp that an earlier holder may have used. */
  long previousUntil();

  /** Extends the lease to {@code duration} from now; never shortens it. */
  Renewal renew(Duration duration);

  /**
   * Releases the node. The next holder starts after {@code lastTimestamp}, the last one that this
   * holder used, so this holder must have stopped permanently.
   */
  Release release(long lastTimestamp);

  /** The outcome of a renewal. */
  sealed interface Renewal {
    /** The lease now covers timestamps up to and including {@code until}. */
    record Renewed(long until) implements Renewal {}

    /**
     * The caller no longer holds the node.
     *
     * @param by the new holder; empty if the row was deleted, which only an operator can do
     */
    record Lost(Optional<NodeLeaseInfo> by) implements Renewal {}

    /** The outcome is unknown: the lease is unchanged, and another renewal settles it. */
    record Unknown(RuntimeException cause) implements Renewal {}
  }

  /** The outcome of a release. */
  sealed interface Release {
    /** The node is free. */
    record Released() implements Release {}

    /** The caller no longer held the node, as for a renewal. */
    record Lost(Optional<NodeLeaseInfo> by) implements Release {}

    /** The outcome is unknown; if the release was not applied, the lease expires by itself. */
    record Unknown(RuntimeException cause) implements Release {}
  }
}
