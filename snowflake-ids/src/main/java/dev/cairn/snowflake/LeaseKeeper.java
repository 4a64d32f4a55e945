package dev.cairn.snowflake;

import dev.cairn.snowflake.NodeLease.Release;
import dev.cairn.snowflake.NodeLease.Renewal;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the process in possession of a node: renews its lease, and takes another node when it was
 * lost.
 *
 * <p>Looked after at every tick of the scheduler, and at once when a call finds the lease run out.
 * One thread at a time does the work and others leave it alone; no lock is held while the store is
 * asked. The state changes by compare-and-set, and once closed it stays closed: a node that is
 * granted after that is given back.
 */
final class LeaseKeeper {
  private sealed interface State {}

  private record Holding(NodeSequence sequence, NodeLease lease) implements State {}

  /** Without a node; {@code cause} is why the last search found none. */
  private record Searching(String problem, @Nullable RuntimeException cause) implements State {}

  private record Closed() implements State {}

  private final NodeSearch search;
  private final IdSettings settings;
  private final IdRuntime runtime;
  private final LongSupplier timestamps;
  private final AtomicReference<State> state;
  private final AtomicBoolean working = new AtomicBoolean();
  private final AtomicBoolean asked = new AtomicBoolean();

  // The two below are touched only by the thread that set 'working'.

  /** The last timestamp of any node this process had: the next node begins after it. */
  private long processFloor;

  private int ticksToRenewal = IdSettings.TICKS_PER_RENEWAL;

  LeaseKeeper(NodeSearch search, IdSettings settings, IdRuntime runtime) {
    this.search = search;
    this.settings = settings;
    this.runtime = runtime;
    this.timestamps = () -> runtime.clock().millis() - SnowflakeId.EPOCH_MILLIS;
    NodeLease lease = search.acquire();
    this.state = new AtomicReference<>(holding(lease));
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

  /** The sequence to take IDs from, or null while there is none. */
  @Nullable NodeSequence sequence() {
    return state.get() instanceof Holding holding ? holding.sequence() : null;
  }

  /** The lease that is held now, or null. */
  @Nullable NodeLeaseInfo info() {
    return state.get() instanceof Holding holding ? holding.lease().info() : null;
  }

  /** Waits until there is a sequence to take IDs from. */
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

  /** What to throw to a call whose sequence was closed under it. */
  RuntimeException lost(NodeSequence sequence) {
    return state.get() instanceof Closed
        ? closedException()
        : new LeaseLostException(
            "the lease on node %d was lost; call again to get an ID of another node"
                .formatted(sequence.node()));
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("closed: this process gave its node back");
  }

  /** A call found the lease run out: renew it now, but not more than once per tick. */
  void expired() {
    if (asked.compareAndSet(false, true)) {
      try {
        runtime.scheduler().execute(() -> work(true));
      } catch (RejectedExecutionException e) {
        // The scheduler is shut down: nothing can renew the lease, and the call that asks will say
        // that it ran out.
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
        // The renewal under way may be from before the process was paused, and too short: calls
        // that still find the lease run out may ask again.
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
      // The lease stands as it was, so IDs go on; the next tick renews again and thereby settles.
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
    String to = lost.by().map(NodeLeaseInfo::toString).orElse("whoever removed its row");
    Searching searching = new Searching("the node of this process was lost to " + to, null);
    // First the state, then the sequence: whoever finds the sequence closed was in flight, and
    // calls that begin now wait for the next node.
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
      runtime.metrics().leaseNotAcquired(e);
      state.compareAndSet(searching, new Searching("this process has no node", e));
      return;
    }
    ticksToRenewal = IdSettings.TICKS_PER_RENEWAL;
    if (!state.compareAndSet(searching, holding(lease))) {
      release(lease, lease.previousUntil());
    }
  }

  /** Stops for good and gives the node back. */
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
