package dev.cairn.core.internal.lease;

import dev.cairn.api.ClockOffException;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Compares the process's clock with the database's at every acquisition and renewal of a node. A
 * process whose clock is off acquires no node, since by a fast clock all leases have lapsed, and
 * renews none, so that it draws no IDs past the interval for which its clock was right.
 */
public final class ClockWatch implements NodeLeaseStore {
  private final NodeLeaseStore leases;
  private final ClockGuard clock;

  /** Delegates to {@code leases} as long as {@code clock} finds no problem. */
  public ClockWatch(NodeLeaseStore leases, ClockGuard clock) {
    this.leases = leases;
    this.clock = clock;
  }

  /** If the database's time cannot be read, the outcome is unknown and the next node is tried. */
  @Override
  public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
    Optional<String> problem = clock.compare();
    if (problem.isPresent()) {
      return new Acquisition.Refused(new ClockOffException(problem.get()));
    }
    Acquisition acquisition = leases.acquire(node, holder, duration);
    return acquisition instanceof Acquisition.Granted granted
        ? new Acquisition.Granted(new Watched(granted.lease(), clock))
        : acquisition;
  }

  private record Watched(NodeLease lease, ClockGuard clock) implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return lease.info();
    }

    @Override
    public long previousUntil() {
      return lease.previousUntil();
    }

    /**
     * If the database's time cannot be read, the lease stays unchanged and the renewal is tried
     * again.
     */
    @Override
    public Renewal renew(Duration duration) {
      Optional<String> problem = clock.compare();
      return problem.isPresent()
          ? new Renewal.Unknown(new ClockOffException(problem.get()))
          : lease.renew(duration);
    }

    @Override
    public Release release(long lastTimestamp) {
      return lease.release(lastTimestamp);
    }
  }
}
