package dev.cairn.snowflake;

import dev.cairn.snowflake.NodeLease.Release;
import dev.cairn.snowflake.NodeLease.Renewal;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a node for the process: renews its lease, and leases another node after a loss.
 *
 * <p>It works at every tick of the scheduler, and at once when a call finds the lease expired. One
 * thread at a time works, others skip; no lock is held during calls of the store. The state changes
 * by compare-and-set, and closed is final: a node that is granted later is released.
 */
final class LeaseKeeper {
  private sealed interface State {}

  private record Holding(NodeSequence sequence, NodeLease lease) implements State {}

  /** Without a node; {@code cause} is the reason why the last search found none. */
  private record Searching(String problem, @Nullable RuntimeException cause) implements State {}

  private record Closed() implements State {}

  private final NodeSearch search;
  private final IdSettings settings;
  private final IdRuntime runtime;
  private final LongSupplier timestamps;
  private final AtomicReference<State> state;
  private final AtomicBoolean working = new AtomicBoolean();
  private final AtomicBoolean asked = new AtomicBoolean();

  // Only the thread that set 'working' accesses the next two fields.

  /** The last timestamp of any node this process had: the next node starts after it. */
  private long processFloor;

  private int ticksToRenewal = IdSettings.TICKS_PER_RENEWAL;

  LeaseKeeper(NodeSearch search, IdSettings settings, IdRuntime runtime) {
    this.search = search;
    this.settings = settings;
    this.runtime = runtime;
    this.timestamps = () -> runtime.clock().millis() - SnowflakeId.EPOCH_MILLIS;
    this.state = new AtomicReference<>(begin());
  }

  // A process that may not lease a node yet can do everything that needs no IDs; ticks search for
  // a node.
  private State begin() {
    try {
      return holding(search.acquire());
    } catch (NoNodeAvailableException e) {
      if (!e.isRefused()) {
        throw e;
      }
      return withoutNode(e);
    }
  }

  private Searching withoutNode(NoNodeAvailableException e) {
    runtime.metrics().leaseNotAcquired(e);
    return new Searching("this process has no node", e);
  }

  private Holding holding(NodeLease lease) {
    NodeLeaseInfo info = lease.info();
    return new Holding(
        new NodeSequence(
            info.node(),
            lease.previousUntil(),
            processFloor,
            info.until(),
            timestamps,
            runtime.metrics()),
        lease);
  }

  /** The current sequence, or null while there is none. */
  @Nullable NodeSequence sequence() {
    return state.get() instanceof Holding holding ? holding.sequence() : null;
  }

  /** The current lease, or null. */
  @Nullable NodeLeaseInfo info() {
    return state.get() instanceof Holding holding ? holding.lease().info() : null;
  }

  /** Waits for a sequence. */
  NodeSequence awaitSequence(Waits waits) {
    while (true) {
      State now = state.get();
      if (now instanceof Holding holding) {
        return holding.sequence();
      } else if (now instanceof Searching searching) {
        waits.forLease(searching::problem, searching.cause());
      } else {
        throw closedException();
      }
    }
  }

  /** The exception for a call whose sequence was closed during the call. */
  RuntimeException lost(NodeSequence sequence) {
    return state.get() instanceof Closed
        ? closedException()
        : new LeaseLostException(
            "the lease on node %d was lost; call again to get an ID of another node"
                .formatted(sequence.node()));
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("ID generation is closed: this process released its node");
  }

  /** Renews a lease that a call found expired, at most once per tick. */
  void expired() {
    if (asked.compareAndSet(false, true)) {
      try {
        runtime.scheduler().execute(() -> work(true));
      } catch (RejectedExecutionException e) {
        // The scheduler is shut down: nothing can renew the lease, and the call reports that it
        // expired.
        asked.set(false);
      }
    }
  }

  void tick() {
    asked.set(false);
    work(false);
  }

  private void work(boolean renewNow) {
    if (!working.compareAndSet(false, true)) {
      if (renewNow) {
        // The renewal in progress may date from before a pause of the process and be too short:
        // calls that still find the lease expired may ask again.
        asked.set(false);
      }
      return;
    }
    try {
      State now = state.get();
      if (now instanceof Holding holding) {
        if (renewNow || --ticksToRenewal <= 0) {
          renew(holding);
        }
      } else if (now instanceof Searching searching) {
        findNode(searching);
      }
    } finally {
      working.set(false);
    }
  }

  private void renew(Holding holding) {
    int node = holding.sequence().node();
    Renewal renewal = tryRenew(holding.lease());
    if (renewal instanceof Renewal.Renewed renewed) {
      holding.sequence().extend(renewed.until());
      ticksToRenewal = IdSettings.TICKS_PER_RENEWAL;
      runtime.metrics().leaseRenewed(node);
    } else if (renewal instanceof Renewal.Lost lost) {
      lose(holding, lost);
    } else if (renewal instanceof Renewal.Unknown unknown) {
      // The lease is unchanged, so IDs continue; the renewal at the next tick settles this one.
      ticksToRenewal = 1;
      runtime.metrics().leaseRenewalUnknown(node, unknown.cause());
    }
  }

  private Renewal tryRenew(NodeLease lease) {
    try {
      return lease.renew(settings.leaseDuration());
    } catch (RuntimeException e) {
      return new Renewal.Unknown(e);
    }
  }

  private void lose(Holding holding, Renewal.Lost lost) {
    String to =
        lost.by().map(NodeLeaseInfo::toString).orElse("an operator that removed its lease row");
    Searching searching = new Searching("the node of this process was lost to " + to, null);
    // First the state, then the sequence: a call that finds the sequence closed was in flight, and
    // calls that start now wait for the next node.
    if (state.compareAndSet(holding, searching)) {
      processFloor = Math.max(processFloor, holding.sequence().close());
      runtime.metrics().leaseLost(holding.sequence().node());
      findNode(searching);
    }
  }

  private void findNode(Searching searching) {
    NodeLease lease;
    try {
      lease = search.acquire();
    } catch (NoNodeAvailableException e) {
      state.compareAndSet(searching, withoutNode(e));
      return;
    }
    ticksToRenewal = IdSettings.TICKS_PER_RENEWAL;
    if (!state.compareAndSet(searching, holding(lease))) {
      release(lease, lease.previousUntil());
    }
  }

  /** Stops permanently and releases the node. */
  void close() {
    State was = state.getAndSet(new Closed());
    if (was instanceof Holding holding) {
      release(holding.lease(), holding.sequence().close());
    }
  }

  private void release(NodeLease lease, long lastTimestamp) {
    Release release;
    try {
      release = lease.release(lastTimestamp);
    } catch (RuntimeException e) {
      release = new Release.Unknown(e);
    }
    runtime.metrics().leaseReleased(lease.info().node(), !(release instanceof Release.Unknown));
  }
}
