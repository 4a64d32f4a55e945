package dev.cairn.core.internal.lease;

import dev.cairn.api.ObjectType;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leases of the nodes of IDs. The row of node n has the ID with timestamp 0, node n and sequence
 * number 0. Rows are never removed, because their {@code until} keeps the next holder from
 * repeating an ID.
 */
public final class NodeLeases implements NodeLeaseStore {
  /** The type of the rows. */
  public static final ObjectType<LeaseState> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.node-lease";
        }

        @Override
        public Class<LeaseState> valueClass() {
          return LeaseState.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  private static final long LAST_ID = SnowflakeId.ofNodeLease(SnowflakeId.NODES - 1);

  private final Leases<LeaseState> leases;

  /**
   * @param leases of the {@linkplain dev.cairn.api.Scope#SYSTEM system scope}, with {@link
   *     LeaseField#whole}
   */
  public NodeLeases(Leases<LeaseState> leases) {
    this.leases = leases;
  }

  /** The object that holds the lease of {@code node}. */
  public static UpdateableId<LeaseState> idOf(int node) {
    return UpdateableId.numbered(TYPE, SnowflakeId.ofNodeLease(node));
  }

  /**
   * The leases of all nodes that were ever taken, by number. Costs a scan: for operators.
   *
   * @param system the objects of the {@linkplain dev.cairn.api.Scope#SYSTEM system scope}
   */
  public static List<NodeLeaseInfo> list(UpdateableObjects system) {
    return system.scan(TYPE, new ScanBound(LAST_ID, Long.MAX_VALUE)).stream()
        .map(found -> info(SnowflakeId.node(found.id().id().toLong()), found.value()))
        .sorted(Comparator.comparing(NodeLeaseInfo::node))
        .toList();
  }

  @Override
  public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
    Acquired<LeaseState> acquired =
        leases.acquire(idOf(node), holder, duration, Function.identity());
    if (acquired instanceof Acquired.Granted<LeaseState> granted) {
      return new Acquisition.Granted(new LeasedNode(node, granted.lease()));
    } else if (acquired instanceof Acquired.Held<LeaseState> held) {
      return new Acquisition.Held(info(node, held.found().value()));
    } else if (acquired instanceof Acquired.Unknown<LeaseState> unknown) {
      return new Acquisition.Unknown(unknown("acquisition", node, unknown.cause()));
    }
    throw new AssertionError(acquired);
  }

  private static NodeLeaseInfo info(int node, LeaseState lease) {
    return new NodeLeaseInfo(node, lease.holder(), lease.released(), lease.since(), lease.until());
  }

  private static UnknownOutcomeException unknown(String what, int node, Throwable cause) {
    return new UnknownOutcomeException(
        "the %s of node %d may or may not have been stored: %s"
            .formatted(what, node, cause.getMessage()),
        cause);
  }

  private record LeasedNode(int node, Lease<LeaseState> lease) implements NodeLease {
    @Override
    public NodeLeaseInfo info() {
      return NodeLeases.info(node, lease.state());
    }

    @Override
    public long previousUntil() {
      return lease.previousUntil();
    }

    @Override
    public Renewal renew(Duration duration) {
      LeaseChange<LeaseState> change = lease.renew(duration);
      if (change instanceof LeaseChange.Applied<LeaseState> applied) {
        return new Renewal.Renewed(applied.written().value().until());
      } else if (change instanceof LeaseChange.Lost<LeaseState> lost) {
        return new Renewal.Lost(info(lost.found()));
      } else if (change instanceof LeaseChange.Unknown<LeaseState> unknown) {
        return new Renewal.Unknown(unknown("renewal", node, unknown.cause()));
      }
      throw new AssertionError(change);
    }

    @Override
    public Release release(long lastTimestamp) {
      LeaseChange<LeaseState> change = lease.release(lastTimestamp);
      if (change instanceof LeaseChange.Applied) {
        return new Release.Released();
      } else if (change instanceof LeaseChange.Lost<LeaseState> lost) {
        return new Release.Lost(info(lost.found()));
      } else if (change instanceof LeaseChange.Unknown<LeaseState> unknown) {
        return new Release.Unknown(unknown("release", node, unknown.cause()));
      }
      throw new AssertionError(change);
    }

    private Optional<NodeLeaseInfo> info(Optional<Versioned<LeaseState>> found) {
      return found.map(version -> NodeLeases.info(node, version.value()));
    }
  }
}
