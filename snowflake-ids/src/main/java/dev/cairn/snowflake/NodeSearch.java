package dev.cairn.snowflake;

import dev.cairn.snowflake.NodeLeaseStore.Acquisition;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a node to lease: tries every node at most once, in random order.
 *
 * <p>The order is random so that many processes that start at once rarely ask for the same node,
 * and so that a released node is not reused soon.
 */
final class NodeSearch {
  /** Limits attempts while the store does not answer. */
  static final int MAX_UNKNOWN = 5;

  private final NodeLeaseStore store;
  private final LeaseHolder holder;
  private final IdSettings settings;
  private final IdRuntime runtime;

  NodeSearch(NodeLeaseStore store, LeaseHolder holder, IdSettings settings, IdRuntime runtime) {
    this.store = store;
    this.holder = holder;
    this.settings = settings;
    this.runtime = runtime;
  }

  /** Leases a node, or throws with the holders of all nodes. */
  NodeLease acquire() {
    List<NodeLeaseInfo> holders = new ArrayList<>();
    int unknown = 0;
    RuntimeException cause = null;
    for (int node : shuffledNodes(runtime.random())) {
      Acquisition acquisition = tryAcquire(node);
      if (acquisition instanceof Acquisition.Granted granted) {
        runtime.metrics().leaseAcquired(node);
        return granted.lease();
      } else if (acquisition instanceof Acquisition.Held held) {
        holders.add(held.by());
      } else if (acquisition instanceof Acquisition.Refused refused) {
        throw new NoNodeAvailableException(refused.cause());
      } else if (acquisition instanceof Acquisition.Unknown failed) {
        cause = withEarlier(failed.cause(), cause);
        if (++unknown == MAX_UNKNOWN) {
          break;
        }
      }
    }
    throw new NoNodeAvailableException(holders, unknown, cause);
  }

  private Acquisition tryAcquire(int node) {
    try {
      return store.acquire(node, holder, settings.leaseDuration());
    } catch (RuntimeException e) {
      return new Acquisition.Unknown(e);
    }
  }

  private static RuntimeException withEarlier(
      RuntimeException latest, @Nullable RuntimeException earlier) {
    if (earlier != null && earlier != latest) {
      latest.addSuppressed(earlier);
    }
    return latest;
  }

  private static int[] shuffledNodes(RandomGenerator random) {
    int[] nodes = new int[SnowflakeId.NODES];
    for (int i = 0; i < nodes.length; i++) {
      int j = random.nextInt(i + 1);
      nodes[i] = nodes[j];
      nodes[j] = i;
    }
    return nodes;
  }
}
