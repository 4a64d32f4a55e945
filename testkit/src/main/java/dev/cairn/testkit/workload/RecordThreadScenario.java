package dev.cairn.testkit.workload;

import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.idempotency.EngineIdempotencyStore;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Owners of idempotency records on real threads. No lease lapses here, so that a client that takes
 * a request over has to find one that was given back.
 */
public class RecordThreadScenario implements Scenario {
  private static final int CLIENTS = 6;
  private static final int TIMES = 8;
  private static final Codec CODEC = new Codec(FormatLevel.NEWEST);
  private static final Duration BRIEF = Duration.ofNanos(50_000);
  private static final Duration LONG = Duration.ofHours(1);

  private static final IdempotencySettings SETTINGS =
      new IdempotencySettings(
          true,
          IdempotencySettings.DEFAULT.keyRule(),
          LONG,
          IdempotencySettings.DEFAULT.grace(),
          LONG,
          Duration.ZERO,
          IdempotencySettings.WhenUnreachable.FAIL,
          1 << 20);

  @Override
  public String name() {
    return "idempotency records on threads";
  }

  @Override
  public int oneSeedOf() {
    return 20;
  }

  @Override
  public void run(long seed, Supplier<Backend> stores, ChaosTally tally) {
    run(seed, stores.get(), tally);
  }

  /** Once, on a store that may hold the rows of others. */
  public static void run(long seed, Backend bare, ChaosTally tally) {
    Scope scope = new Scope("threads " + UUID.randomUUID(), "records");
    Seed draws = new Seed(seed);
    // Slow calls let others overtake them, for which a moment is long enough.
    Waiter waiter = duration -> Waiter.system().await(BRIEF);
    FaultyBackend faulty =
        new FaultyBackend(
            bare,
            RandomFaults.every(0.02)
                .with(Fault.DELAYED, 0.05)
                .with(Fault.REPLY_LOST, 0.05)
                .seeded(seed),
            waiter);
    RecordBooks books = new RecordBooks(false);
    ExecutorService others = Executors.newCachedThreadPool();
    try {
      var unused =
          Race.run(
              CLIENTS,
              client -> {
                String name = "client " + client;
                Random random = draws.random(name);
                Doubts connection = new Doubts(faulty);
                EngineIdempotencyStore records =
                    new EngineIdempotencyStore.Services(
                            connection,
                            CODEC,
                            new Environment(InstantSource.system(), waiter, random),
                            SETTINGS,
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(1),
                            new LeaseHolder("real", name),
                            IdempotencyMetrics.NONE)
                        .open(scope);
                new RecordClient(
                        name, "real/" + name, connection, records, books, random, waiter, others)
                    .run(TIMES);
                return client;
              });
    } finally {
      awaitEnd(others);
    }
    faulty.heal();
    faulty.landDelayed();
    books.check("records on threads, seed " + seed, tally);
    tally.add(faulty.counts());
    tally.addRun();
  }

  private static void awaitEnd(ExecutorService others) {
    others.shutdown();
    try {
      if (!others.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new AssertionError("a second thread of an owner is still at it after a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
