package dev.cairn.core;

import dev.cairn.api.ClosedException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.lease.ClockWatch;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.lease.LevelWatch;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.metrics.IdMeters;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.ClockBehindException;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.LeaseLostException;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.SnowflakeIds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The source of IDs of a connection; a read-only one has {@linkplain #none none}. */
interface EngineIds extends LongSupplier, AutoCloseable {
  @Override
  void close();

  /** The reason why no IDs can be made at present, as far as the lease on a node tells. */
  default Optional<String> leaseProblem() {
    return Optional.empty();
  }

  /** The IDs of a read-only connection. */
  static EngineIds none() {
    return new EngineIds() {
      @Override
      public long getAsLong() {
        throw new IllegalStateException("the database is open only to be read");
      }

      @Override
      public void close() {}
    };
  }

  /** Leases a node and makes IDs of it. */
  static EngineIds open(
      Backend backend,
      Codec codec,
      FormatLevel level,
      ClockGuard clock,
      LeaseHolder holder,
      Duration maxSkew,
      EngineRuntime runtime) {
    Environment environment = runtime.environment();
    UpdateableObjects system = new UpdateableObjects(backend, codec, Scope.SYSTEM, environment);
    NodeLeases nodes =
        new NodeLeases(new Leases<>(system, LeaseField.whole(), environment, maxSkew));
    SnowflakeIds ids =
        SnowflakeIds.open(
            new ClockWatch(new LevelWatch(nodes, level), clock),
            holder,
            IdSettings.DEFAULT,
            new IdRuntime(
                environment.clock(),
                environment.waiter()::await,
                new Background(runtime.scheduler(), runtime.executor()),
                environment.random(),
                new IdMeters(runtime.meters(), backend.name())));
    return new Leased(ids, clock, environment.clock());
  }

  /**
   * Refuses IDs while the clock is off; if there are none, the reason is given by exceptions that
   * the API promises.
   */
  record Leased(SnowflakeIds ids, ClockGuard clock, InstantSource time) implements EngineIds {
    @Override
    public long getAsLong() {
      clock.check();
      try {
        return ids.nextId();
      } catch (LeaseLostException | ClockBehindException e) {
        clock.check(); // the renewal that failed may have found out why
        throw new IdsUnavailableException(
            "this process can make no ID at present, and nothing was changed: %s; try again"
                .formatted(e.getMessage()),
            e);
      } catch (IllegalStateException e) {
        throw new ClosedException(
            "the connection to the database is closed, and nothing was changed; open a new one", e);
      }
    }

    @Override
    public Optional<String> leaseProblem() {
      Optional<NodeLeaseInfo> lease = ids.info();
      if (lease.isEmpty()) {
        return Optional.of(
            "this process has no node number and makes no IDs; see: cairn lease list");
      }
      return lease
          .filter(each -> each.untilInstant().isBefore(time.instant()))
          .map(each -> "the lease of this process has expired and is not renewed: " + each);
    }

    @Override
    public void close() {
      ids.close();
    }
  }
}
