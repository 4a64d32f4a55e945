package dev.cairn.core.internal.lease;

import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Checks the store's format level at every acquisition and renewal of a node. A process that was
 * still running when an operator raised the level loses its node, so it draws no more IDs and
 * writes nothing more in a format that other processes no longer read.
 */
public final class LevelWatch implements NodeLeaseStore {
  private final NodeLeaseStore leases;
  private final FormatLevel level;

  /** Delegates to {@code leases} as long as this release supports {@code level}. */
  public LevelWatch(NodeLeaseStore leases, FormatLevel level) {
    this.leases = leases;
    this.level = level;
  }

  @Override
  public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
    try {
      level.read();
    } catch (UnsupportedFormatException e) {
      return new Acquisition.Unknown(e);
    }
    Acquisition acquisition = leases.acquire(node, holder, duration);
    return acquisition instanceof Acquisition.Granted granted
        ? new Acquisition.Granted(new Watched(granted.lease(), level))
        : acquisition;
  }

  private record Watched(NodeLease lease, FormatLevel level) implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return lease.info();
    }

    @Override
    public long previousUntil() {
      return lease.previousUntil();
    }

    /** If the level cannot be read, the lease stays unchanged and the renewal is tried again. */
    @Override
    public Renewal renew(Duration duration) {
      try {
        level.read();
      } catch (UnsupportedFormatException e) {
        return new Renewal.Lost(Optional.empty());
      }
      return lease.renew(duration);
    }

    @Override
    public Release release(long lastTimestamp) {
      return lease.release(lastTimestamp);
    }
  }
}
