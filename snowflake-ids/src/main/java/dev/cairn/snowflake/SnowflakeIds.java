package dev.cairn.snowflake;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Generates IDs that are unique across processes and strictly increase within this one.
 *
 * <pre>{@code
 * try (SnowflakeIds ids = SnowflakeIds.open(store, holder, IdSettings.DEFAULT, runtime)) {
 *   long id = ids.nextId();
 *   ids.nextIds(100).stream().forEach(...);
 * }
 * }</pre>
 *
 * <p>Thread-safe. A call normally takes well under a microsecond; it waits for the next millisecond
 * when all 4,096 IDs of one are used. Closing releases the node, so close it when no more IDs are
 * needed.
 *
 * <p>A process opens one instance. Two instances never generate the same ID, but each has its own
 * node and its own order.
 */
public final class SnowflakeIds implements AutoCloseable {
  /** The maximum number of IDs per batch. */
  public static final int MAX_BATCH = SnowflakeId.SEQUENCES;

  private final LeaseKeeper keeper;
  private final IdSettings settings;
  private final IdRuntime runtime;
  private final IdScheduler.Repeated ticks;

  private SnowflakeIds(LeaseKeeper keeper, IdSettings settings, IdRuntime runtime) {
    this.keeper = keeper;
    this.settings = settings;
    this.runtime = runtime;
    this.ticks = runtime.scheduler().every(settings.tick(), keeper::tick);
  }

  /**
   * Leases a node and starts to renew it. If the store {@linkplain
   * NodeLeaseStore.Acquisition.Refused refuses} a node at present, it opens without one and
   * searches at every tick.
   *
   * @throws NoNodeAvailableException if all nodes are held, with the holders and the end of their
   *     leases, or if the store does not answer
   * @throws RejectedExecutionException if the scheduler is shut down
   */
  public static SnowflakeIds open(
      NodeLeaseStore store, LeaseHolder holder, IdSettings settings, IdRuntime runtime) {
    NodeSearch search = new NodeSearch(store, holder, settings, runtime);
    LeaseKeeper keeper = new LeaseKeeper(search, settings, runtime);
    try {
      return new SnowflakeIds(keeper, settings, runtime);
    } catch (RejectedExecutionException e) {
      keeper.close();
      throw e;
    }
  }

  /**
   * Returns an ID larger than all that were issued before the call.
   *
   * @throws LeaseLostException if the node was lost during the call, or there was none for too long
   * @throws ClockBehindException if the clock went back and did not catch up in time
   * @throws IllegalStateException if closed
   */
  public long nextId() {
    NodeSequence sequence = keeper.sequence();
    if (sequence != null) {
      long position = sequence.tryTake(1);
      if (position >= 0) {
        return NodeSequence.idAt(sequence.node(), position);
      }
    }
    return takeWaiting(sequence, 1).first();
  }

  /**
   * Returns {@code count} successive IDs, taken atomically: no other call gets one in between.
   *
   * @param count 1 to {@value #MAX_BATCH}
   * @throws LeaseLostException if the node was lost during the call, or there was none for too long
   * @throws ClockBehindException if the clock went back and did not catch up in time
   * @throws IllegalStateException if closed
   */
  public IdBatch nextIds(int count) {
    if (count < 1 || count > MAX_BATCH) {
      throw new IllegalArgumentException(
          "a batch has 1 to %d IDs, not %d".formatted(MAX_BATCH, count));
    }
    NodeSequence sequence = keeper.sequence();
    if (sequence != null) {
      long position = sequence.tryTake(count);
      if (position >= 0) {
        return new IdBatch(sequence.node(), position, count);
      }
    }
    return takeWaiting(sequence, count);
  }

  private IdBatch takeWaiting(@Nullable NodeSequence found, int count) {
    Waits waits = new Waits(runtime, settings);
    NodeSequence sequence = found != null ? found : keeper.awaitSequence(waits);
    while (true) {
      long position = sequence.tryTake(count);
      if (position >= 0) {
        return new IdBatch(sequence.node(), position, count);
      } else if (position == NodeSequence.CLOSED) {
        throw keeper.lost(sequence);
      } else if (position == NodeSequence.EXHAUSTED) {
        waits.forClockAfter(sequence.lastTimestamp());
      } else {
        keeper.expired();
        waits.forLease(() -> expired(sequence), null);
      }
    }
  }

  private static String expired(NodeSequence sequence) {
    if (sequence.until() == SnowflakeId.MAX_TIMESTAMP) {
      return "there are no IDs after %s, so the machine's clock must be wrong"
          .formatted(SnowflakeId.toInstant(SnowflakeId.MAX_TIMESTAMP));
    }
    return "the lease on node %s expired at %s and was not renewed (check that the store answers)"
        .formatted(sequence.node(), SnowflakeId.toInstant(sequence.until()));
  }

  /** The lease on the current node, for operators; empty while there is none. */
  public Optional<NodeLeaseInfo> info() {
    return Optional.ofNullable(keeper.info());
  }

  /** Stops permanently and releases the node. Calls in flight fail. */
  @Override
  public void close() {
    ticks.cancel();
    keeper.close();
  }
}
