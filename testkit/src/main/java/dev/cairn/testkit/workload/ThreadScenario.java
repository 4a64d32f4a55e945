package dev.cairn.testkit.workload;

import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import dev.cairn.testkit.workload.Clients.Work;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Real threads at once on rows of every kind behind a bad network; what they hear has a sequential
 * explanation. Its seed gives the faults and what clients try, but not how threads are scheduled.
 */
public final class ThreadScenario implements Scenario {
  @Override
  public String name() {
    return "threads";
  }

  @Override
  public int oneSeedOf() {
    return 20;
  }

  @Override
  public void run(long seed, Supplier<Backend> stores, ChaosTally tally) {
    // The store may outlive the test: no other test uses these scopes.
    String tenant = "threads " + UUID.randomUUID();
    Scope objects = new Scope(tenant, "objects");
    Scope references = new Scope(tenant, "references");
    Scope immutable = new Scope(tenant, "immutable objects");
    Backend store = stores.get();
    Work onObjects = (b, random) -> new ObjectWorkload(b, objects, random);
    run(seed, "objects", onObjects, onObjects, store, tally);
    Work onReferences = (b, random) -> new ReferenceWorkload(b, references, random);
    run(seed, "references", onReferences, onReferences, store, tally);
    Work writing = (b, random) -> new ImmutableWorkload(b, immutable, false, random);
    Work deleting = (b, random) -> new ImmutableWorkload(b, immutable, true, random);
    run(seed, "immutable objects", writing, deleting, store, tally);
    tally.addRun();
  }

  /** One kind of rows, in two phases; for other suites too. */
  public static void run(
      long seed, String name, Work first, Work second, Backend store, ChaosTally tally) {
    FaultyBackend faulty =
        new FaultyBackend(
            store,
            RandomFaults.every(0.02).with(Fault.DELAYED, 0.05).seeded(seed + name.hashCode()),
            // Slow calls let others overtake them, for which a moment is long enough.
            duration -> Waiter.system().await(Duration.ofNanos(50_000)));
    Clients clients = new Clients(faulty, new Seed(seed));
    clients.run(first, name);
    clients.run(second, name + ", second phase");
    // Writes still in flight arrive after all callers have their outcomes.
    faulty.heal();
    faulty.landDelayed();
    tally.add(clients.check(second, name));
    tally.add(faulty.counts());
  }
}
