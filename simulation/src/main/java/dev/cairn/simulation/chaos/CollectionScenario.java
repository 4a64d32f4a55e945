package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.maintenance.CollectionSettings;
import dev.cairn.core.internal.maintenance.Collector;
import dev.cairn.core.internal.maintenance.KnownScopes;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.SimClock;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.testkit.history.CallHistory;
import dev.cairn.testkit.workload.BookKeeper;
import dev.cairn.testkit.workload.BookPage;
import dev.cairn.testkit.workload.Books;
import dev.cairn.testkit.workload.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Collections all the time, two of them at once, while processes commit, link objects that they put
 * before, use keys, delete references and read old states; all of them stand still or die at bad
 * moments. Nothing reachable is ever lost, no state is lost before its time, and in the end nothing
 * is left that no state needs.
 */
public class CollectionScenario extends SimulatedScenario {
  static final Scope SCOPE = new Scope("simulated", "collected");
  static final Duration COMMIT = Duration.ofMillis(150);
  static final Duration GRACE = COMMIT.multipliedBy(2);
  static final Duration RETENTION = Duration.ofMillis(700);

  private static final int COLLECTORS = 2;
  private static final ObjectKey LEASE = new ObjectRef("note", 1).in(SCOPE);
  private static final Duration LONG = Duration.ofSeconds(20);

  @Override
  public String name() {
    return "collection";
  }

  @Override
  public int oneSeedOf() {
    return 4;
  }

  // Clocks that are farther apart than the configured skew are not what grace and retention are
  // for.
  @Override
  protected Duration farthestJump(Simulation sim) {
    return Duration.ZERO;
  }

  /** How many processes commit; more of them for a mutant that shows when they stand still. */
  int processes() {
    return 2;
  }

  /** How many read old states; more of them for a mutant that loses those. */
  int readers() {
    return 1;
  }

  /** What a collector sees of the store; a mutant may see something else. */
  Backend connection(Backend reached) {
    return reached;
  }

  /** How collections go about it; a mutant may do worse. */
  CollectionSettings collection() {
    return new CollectionSettings(GRACE, RETENTION, false, 0, 1 << 20, 4);
  }

  /** How young an object must be to be linked; a mutant may take older ones. */
  Duration young() {
    return GRACE.dividedBy(2);
  }

  private CommitLimits limits() {
    return new CommitLimits(
        COMMIT, 100, 8, 1 << 20, Duration.ofSeconds(1), 4096, young(), RETENTION.minus(GRACE));
  }

  @Override
  protected List<Actor> build(World world) {
    SimulatedProcesses processes = new SimulatedProcesses(world.tally(), limits(), 1 << 16);
    Store first = processes.outside(SCOPE, world.bare());
    Books books = new Books("main");
    Links links = new Links("links");
    List.of("main", "links").forEach(first::createReference);
    var unused =
        world
            .bare()
            .insert(
                ObjectRow.updateable(LEASE, Bytes.ofUtf8("held"), Token.random(new Random(1)), 1));
    List<Actor> actors = new ArrayList<>();
    for (int i = 1; i <= processes(); i++) {
      long number = i;
      actors.add(
          world
              .sim()
              .actor("process " + i, self -> keepBooks(world, self, processes, books, number)));
      actors.add(
          world
              .sim()
              .actor(
                  "linker " + i,
                  self ->
                      links.run(self, processes.simulated(self, SCOPE, world.reachedBy(self)))));
    }
    for (int i = 1; i <= readers(); i++) {
      actors.add(
          world
              .sim()
              .actor(
                  "reader " + i,
                  self ->
                      new OldStates(self, processes.forgetful(self, SCOPE, world.reachedBy(self)))
                          .run("main")));
    }
    Left left = new Left();
    for (int i = 1; i <= COLLECTORS; i++) {
      actors.add(world.sim().background("collector " + i, self -> collect(world, self, left)));
    }
    world.sim().afterwards(() -> check(world, processes, books, links, actors.get(0)));
    return actors;
  }

  private void keepBooks(
      World world, Actor self, SimulatedProcesses processes, Books books, long number) {
    Store store = processes.simulated(self, SCOPE, world.reachedBy(self));
    BookKeeper keeper =
        new BookKeeper(
            self.name(),
            10 * number + self.incarnation(),
            store,
            books,
            new BookKeeper.NewestSeen(),
            self.waiter(),
            self.random());
    for (int i = 0; i < 8; i++) {
      try {
        keeper.run(1);
      } catch (HeadNotFoundException e) {
        self.say("stood still for too long to read what it got: " + e.getMessage());
      }
      // Some states are current for longer than retention.
      self.sleep(Duration.ofMillis(self.random().nextInt(i % 3 == 0 ? 1_500 : 200)));
    }
  }

  /** How far the latest collection got that did not come to its end. */
  private static final class Left {
    private Optional<String> text = Optional.empty();
  }

  /** Goes on where another left off, sometimes though that one is not dead. */
  private void collect(World world, Actor self, Left left) {
    Collector collector = collector(connection(world.reachedBy(self)), self.environment());
    while (true) {
      Optional<String> earlier = self.random().nextInt(3) == 0 ? left.text : Optional.empty();
      try {
        var unused =
            collector.collect(
                earlier, 100, text -> left.text = Optional.of(text), name -> rows -> {});
        left.text = Optional.empty();
      } catch (BackendUnavailableException | UnknownOutcomeException e) {
        self.say("collection ended: " + e.getMessage());
      }
      self.sleep(Duration.ofMillis(self.random().nextInt(200)));
    }
  }

  private Collector collector(Backend backend, Environment environment) {
    return new Collector(
        backend,
        SimulatedProcesses.CODEC,
        Note.TYPES,
        collection(),
        () -> new KnownScopes(Set.of(SCOPE), Set.of()),
        (scope, goesOn) -> {},
        environment,
        Runnable::run);
  }

  private void check(
      World world, SimulatedProcesses processes, Books books, Links links, Actor any) {
    world.settle();
    Store store = processes.simulated(any, SCOPE, world.store());
    String name = "%s, seed %d".formatted(name(), world.sim().seed());
    CallHistory.Outcome outcome = books.checkWithoutLog(store, name);
    world
        .tally()
        .addOperations(
            outcome.calls() + links.check(store),
            outcome.unknownApplied(),
            outcome.unknownNotApplied());
    if (world.bare().fetch(List.of(LEASE), ReadMode.STRONG).get(0).isEmpty()) {
      throw new AssertionError("a lease is missing: it was swept");
    }
    checkNothingIsLeft(world.bare(), SimClock.START.plus(world.sim().elapsed()).plus(LONG));
    List<Long> unused = BookPage.checkedList(store.current("main"));
    links.check(store);
  }

  // Long after, what is left is what the references need now.
  private void checkNothingIsLeft(Backend bare, Instant time) {
    Environment later = new Environment(() -> time, duration -> {}, new Random(2));
    var unused =
        collector(bare, later).collect(Optional.empty(), 1_000, text -> {}, name -> rows -> {});
    long[] heads = {0, 0};
    bare.scanObjects(
        Optional.empty(),
        Optional.of(Head.TYPE.name()),
        ScanBound.NONE,
        Optional.empty(),
        row -> ++heads[0] > 0);
    bare.scanReferences(
        Optional.empty(),
        Optional.empty(),
        row -> {
          heads[1] += row.headId().isPresent() ? 1 : 0;
          return true;
        });
    if (heads[0] != heads[1]) {
      throw new AssertionError("%d heads are left of %d references".formatted(heads[0], heads[1]));
    }
  }
}
