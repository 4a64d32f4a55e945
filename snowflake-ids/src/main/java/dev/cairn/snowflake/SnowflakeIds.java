package dev.cairn.snowflake;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes IDs that no other process makes and that strictly increase within this one.
 *
 * <pre>{@code
 * try (SnowflakeIds ids = SnowflakeIds.open(store, holder, IdSettings.DEFAULT, runtime)) {
 *   long id = ids.nextId();
 *   ids.nextIds(100).stream().forEach(...);
 * }
 * }</pre>
 *
 * <p>Any number of threads may call it. A call normally takes well under a microsecond; it waits
 * for the next millisecond when all 4,096 IDs of one are used up. Closing gives the node back, so
 * close it when no more IDs are needed.
 *
 * <p>A process opens one. Two never make the same ID, but each has a node and an order of its own.
 */
public final class SnowflakeIds implements AutoCloseable {
  /** How many IDs can be taken in one step. */
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
   * Leases a node and begins to keep it.
   *
   * @throws NoNodeAvailableException if all nodes are held, with who holds them until when, or if
   *     the store gives no answers
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
   * An ID larger than all that were made before the call.
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
   * {@code count} IDs, taken in one step: no other call gets one in between, and either all are
   * taken or none.
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
    return "the lease on node %d ran out at %s and was not renewed (does the store answer?)"
        .formatted(sequence.node(), SnowflakeId.toInstant(sequence.until()));
  }

  /** The node that IDs are made with at present, for operators; empty while there is none. */
  public Optional<NodeLeaseInfo> info() {
    return Optional.ofNullable(keeper.info());
  }

  /** Stops for good and gives the node back. Calls in flight fail. */
  @Override
  public void close() {
    ticks.cancel();
    keeper.close();
  }
}
