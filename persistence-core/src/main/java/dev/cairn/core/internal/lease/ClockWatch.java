package dev.cairn.core.internal.lease;

import dev.cairn.api.ClockOffException;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseStore;
import java.util.Optional;

/**
 * Compares the process's clock with the database's at every acquisition and renewal of a node. A
 * process whose clock is off acquires no node, since by a fast clock all leases have lapsed, and
 * renews none, so that it draws no IDs past the interval for which its clock was right.
 *
 * <p>If the database's time cannot be read, an acquisition has an unknown outcome and the next node
 * is tried; a lease stays unchanged and its renewal is tried again.
 */
public final class ClockWatch extends CheckedLeases {
  private final ClockGuard clock;

  /** Delegates to {@code leases} as long as {@code clock} finds no problem. */
  public ClockWatch(NodeLeaseStore leases, ClockGuard clock) {
    super(leases);
    this.clock = clock;
  }

  @Override
  Optional<Acquisition> refusedAcquisition() {
    return clock.compare().map(ClockOffException::new).map(Acquisition.Refused::new);
  }

  @Override
  Optional<NodeLease.Renewal> refusedRenewal() {
    return clock.compare().map(ClockOffException::new).map(NodeLease.Renewal.Unknown::new);
  }
}
