package dev.cairn.testkit.workload;

import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import dev.cairn.testkit.history.CallHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Commits of several processes on real threads, on any backend. Its seed gives the faults and what
 * callers try, but not how threads are scheduled.
 */
public final class EngineThreadScenario implements Scenario {
  private static final int PROCESSES = 3;
  private static final int CALLERS = 3;
  private static final int TIMES = 12;

  @Override
  public String name() {
    return "commits on threads";
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
    Scope scope = new Scope("threads " + UUID.randomUUID(), "engine");
    Seed draws = new Seed(seed);
    FaultyBackend faulty =
        new FaultyBackend(
            bare,
            RandomFaults.every(0.01)
                .with(Operation.SWAP_REFERENCE, Fault.DELAYED, 0.15)
                .with(Operation.SWAP_REFERENCE, Fault.REPLY_LOST, 0.1)
                .with(Operation.WRITE_AND_SWAP, Fault.DELAYED, 0.15)
                .with(Operation.WRITE_AND_SWAP, Fault.REPLY_LOST, 0.1)
                .seeded(seed),
            new BriefWaiter());
    Processes processes = new Processes(tally);
    Books books = new Books("main");
    Reference unused = processes.outside(scope, bare).createReference(books.reference());
    ExecutorService engine = Executors.newCachedThreadPool();
    try {
      List<Callable<Void>> callers = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        Store store =
            processes.real(scope, faulty, new BriefWaiter(), draws.random("store " + i), engine);
        BookKeeper.NewestSeen newest = new BookKeeper.NewestSeen();
        for (int j = 0; j < CALLERS; j++) {
          int number = i * CALLERS + j + 1;
          String name = "caller " + number;
          BookKeeper caller =
              new BookKeeper(
                  name, number, store, books, newest, new BriefWaiter(), draws.random(name));
          callers.add(
              () -> {
                caller.run(TIMES);
                return null;
              });
        }
      }
      runAll(callers);
      awaitEnd(engine);
    } finally {
      engine.shutdownNow();
    }
    // Writes still in flight arrive after all callers have their outcomes.
    faulty.heal();
    faulty.landDelayed();
    Store last =
        processes.real(scope, faulty, new BriefWaiter(), draws.random("last"), Runnable::run);
    CallHistory.Outcome outcome = books.check(last, true, "commits on threads, seed " + seed);
    tally.addOperations(outcome.calls(), outcome.unknownApplied(), outcome.unknownNotApplied());
    tally.add(faulty.counts());
    tally.addRun();
  }

  private static void runAll(List<Callable<Void>> callers) {
    ExecutorService threads = Executors.newFixedThreadPool(callers.size());
    try {
      for (Future<Void> future : threads.invokeAll(callers)) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a caller failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  // Commits that were left may still be in progress.
  private static void awaitEnd(ExecutorService engine) {
    engine.shutdown();
    try {
      if (!engine.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new AssertionError("commits that were left are still in progress after a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Waits for outcomes as long as it takes; all other waits only let others overtake. */
  private static final class BriefWaiter implements Waiter {
    @Override
    public void await(Duration duration) {
      Duration most = Duration.ofNanos(100_000);
      Waiter.system().await(duration.compareTo(most) < 0 ? duration : most);
    }

    @Override
    public void awaitDone(Future<?> event, Duration atMost) {
      Waiter.system().awaitDone(event, atMost);
    }
  }
}
