package dev.cairn.core.internal.lease;

import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseStore;
import java.util.Optional;

/**
 * Checks the store's format level at every acquisition and renewal of a node. A process that was
 * still running when an operator raised the level loses its node, so it draws no more IDs and
 * writes nothing more in a format that other processes no longer read.
 *
 * <p>If the level cannot be read, a lease stays unchanged and its renewal is tried again.
 */
public final class LevelWatch extends CheckedLeases {
  private final FormatLevel level;

  /** Delegates to {@code leases} as long as this release supports {@code level}. */
  public LevelWatch(NodeLeaseStore leases, FormatLevel level) {
    super(leases);
    this.level = level;
  }

  @Override
  Optional<Acquisition> refusedAcquisition() {
    return unsupported().map(Acquisition.Unknown::new);
  }

  @Override
  Optional<NodeLease.Renewal> refusedRenewal() {
    return unsupported().map(problem -> new NodeLease.Renewal.Lost(Optional.empty()));
  }

  private Optional<UnsupportedFormatException> unsupported() {
    try {
      level.read();
      return Optional.empty();
    } catch (UnsupportedFormatException e) {
      return Optional.of(e);
    }
  }
}
