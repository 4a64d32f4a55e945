package dev.cairn.testkit.idempotency;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.idempotency.EngineIdempotencyStore;
import dev.cairn.core.internal.idempotency.EngineIdempotentExecutor;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics;
import dev.cairn.core.internal.idempotency.PeriodicPurge;
import dev.cairn.core.internal.metrics.IdempotencyMeters;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.CommitMetrics;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.core.internal.task.EngineTasks;
import dev.cairn.core.internal.task.TaskSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TimeLimit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A process that serves requests: it has a node, a cache, and a clock that may be off. */
final class Server {
  private static final CommitLimits LIMITS =
      new CommitLimits(
          Site.COMMIT_LIMIT,
          1_000,
          128,
          1 << 20,
          Duration.ofDays(1),
          4096,
          Duration.ofDays(200),
          Duration.ofDays(300),
          Site.SKEW);

  private final Store store;
  private final IdempotencyStore records;
  private final Tasks tasks;
  private final PeriodicPurge purge;
  private final IdempotentExecutor executor;
  private final Function<FinalizationPolicy, IdempotentExecutor> executors;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Ticks ticks = new Ticks();
  private volatile Duration offset = Duration.ZERO;
  private volatile Runnable beforeWaiting = () -> {};

  Server(
      IdempotencyPart part,
      Backend connection,
      IdempotencySettings settings,
      Scope scope,
      TestClock time,
      Random random,
      int node) {
    this(
        part, connection, settings, scope, time, new WaitingForOthers(time.waiter()), random, node);
  }

  /** A server in the time of {@code time}. */
  Server(
      IdempotencyPart part,
      Backend connection,
      IdempotencySettings settings,
      Scope scope,
      InstantSource time,
      Waiter waiter,
      Random random,
      int node) {
    InstantSource clock = () -> time.instant().plus(offset);
    Environment environment = new Environment(clock, announcing(waiter), random);
    Codec codec = new Codec(FormatLevel.NEWEST);
    Store sound =
        new Stores(
                connection,
                codec,
                ObjectTypes.of(List.of()),
                ids(clock, node),
                new ObjectCache(8 << 20, Runnable::run),
                Duration.ofSeconds(1),
                LIMITS,
                CommitMetrics.NONE,
                environment,
                Runnable::run)
            .open(scope);
    this.store = part.storeOf(sound);
    IdempotencyMetrics metrics = new IdempotencyMeters(meters, connection.name());
    LeaseHolder holder = new LeaseHolder("host", "server " + node);
    EngineIdempotencyStore.Services services =
        new EngineIdempotencyStore.Services(
            connection,
            codec,
            environment,
            settings,
            part.believedSkew(),
            Site.COMMIT_LIMIT,
            holder,
            metrics);
    this.records = part.recordsOf(services.open(scope));
    this.tasks =
        new EngineTasks(
            new UpdateableObjects(connection, codec, Scope.SYSTEM, environment),
            holder,
            TaskSettings.of(Site.SKEW),
            environment);
    this.purge = new PeriodicPurge(services, tasks, Site.PURGES, ticks, Runnable::run);
    this.executors =
        policy ->
            new EngineIdempotentExecutor(
                records, settings, policy, environment, metrics, ticks, Runnable::run);
    this.executor = executor(FinalizationPolicy.DEFAULT);
  }

  Store store() {
    return store;
  }

  IdempotencyStore records() {
    return records;
  }

  IdempotentExecutor executor() {
    return executor;
  }

  Tasks tasks() {
    return tasks;
  }

  /** The purge of all records past their time, every {@link Site#PURGES}. */
  PeriodicPurge purge() {
    return purge;
  }

  /** Another executor, with a policy of its own. */
  IdempotentExecutor executor(FinalizationPolicy policy) {
    return executors.apply(policy);
  }

  /** How often {@code cairn.idempotency.NAME} was counted with that outcome. */
  long counted(String name, String outcome) {
    return (long) meters.get("cairn.idempotency." + name).tag("outcome", outcome).counter().count();
  }

  /** What renews leases, when a test says so. */
  Ticks ticks() {
    return ticks;
  }

  /** Sets how far its clock is ahead of the true time. */
  Server ahead(Duration by) {
    offset = by;
    return this;
  }

  /** Has {@code action} run whenever a request is about to wait for another of this process. */
  void beforeWaitingForOthers(Runnable action) {
    beforeWaiting = action;
  }

  private Waiter announcing(Waiter waiter) {
    return new Waiter() {
      @Override
      public void await(Duration duration) {
        waiter.await(duration);
      }

      @Override
      public void awaitDone(Future<?> event, Duration atMost) {
        beforeWaiting.run();
        waiter.awaitDone(event, atMost);
      }

      @Override
      public void awaitSoon(Future<?> event, Duration atMost) {
        waiter.awaitSoon(event, atMost);
      }

      @Override
      public void giveWay() {
        waiter.giveWay();
      }
    };
  }

  /** A call of {@code request} that does nothing but commit to the site's reference. */
  IdempotentCall call(RequestKey request) {
    return IdempotentCall.of(request, store, Site.MAIN)
        .withFingerprint(Site.PAYLOAD)
        .committingOnly();
  }

  Reservation reserve(RequestKey request) {
    return records.reserve(request, Site.PAYLOAD);
  }

  /** The request as its first owner. */
  Ownership reserved(RequestKey request) {
    if (reserve(request) instanceof Reservation.Reserved reserved) {
      return reserved.owner();
    }
    throw new AssertionError("not reserved: " + reserve(request));
  }

  /** The request as one who takes it over. */
  Ownership takenOver(RequestKey request) {
    Reservation reservation = reserve(request);
    if (reservation instanceof Reservation.TakenOver taken) {
      return taken.owner();
    }
    throw new AssertionError("not taken over: " + reservation);
  }

  // Unique in a scope; their time is the clock's.
  private static LongSupplier ids(InstantSource clock, int node) {
    AtomicLong last = new AtomicLong();
    return () -> {
      long first = SnowflakeId.of(SnowflakeId.toTimestamp(clock.instant()), node, 0);
      return last.updateAndGet(id -> Math.max(first, next(id, node)));
    };
  }

  private static long next(long id, int node) {
    int sequence = SnowflakeId.sequence(id) + 1;
    return sequence < SnowflakeId.SEQUENCES
        ? SnowflakeId.of(SnowflakeId.timestamp(id), node, sequence)
        : SnowflakeId.of(SnowflakeId.timestamp(id) + 1, node, 0);
  }

  /** Waits on a test's clock, but for other threads as long as it takes. */
  private record WaitingForOthers(Waiter clock) implements Waiter {
    @Override
    public void await(Duration duration) {
      clock.await(duration);
    }

    @Override
    public void awaitDone(Future<?> event, Duration atMost) {
      Waiter.system().awaitDone(event, TimeLimit.patience());
    }
  }
}
