package dev.cairn.core.internal.lease;

import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import java.time.Duration;
import java.util.Optional;

/** Leases of nodes that a process acquires and renews only while a check finds no problem. */
abstract class CheckedLeases implements NodeLeaseStore {
  private final NodeLeaseStore leases;

  CheckedLeases(NodeLeaseStore leases) {
    this.leases = leases;
  }

  /** The outcome of an acquisition that must not be tried; empty if it may. */
  abstract Optional<Acquisition> refusedAcquisition();

  /** The outcome of a renewal that must not be tried; empty if it may. */
  abstract Optional<NodeLease.Renewal> refusedRenewal();

  @Override
  public final Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
    Optional<Acquisition> refused = refusedAcquisition();
    if (refused.isPresent()) {
      return refused.get();
    }
    Acquisition acquisition = leases.acquire(node, holder, duration);
    return acquisition instanceof Acquisition.Granted granted
        ? new Acquisition.Granted(new Checked(granted.lease(), this))
        : acquisition;
  }

  private record Checked(NodeLease lease, CheckedLeases leases) implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return lease.info();
    }

    @Override
    public long previousUntil() {
      return lease.previousUntil();
    }

    @Override
    public Renewal renew(Duration duration) {
      return leases.refusedRenewal().orElseGet(() -> lease.renew(duration));
    }

    @Override
    public Release release(long lastTimestamp) {
      return lease.release(lastTimestamp);
    }
  }
}
