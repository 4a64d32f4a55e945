package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.RandomFaults;
import dev.cairn.testkit.history.CallHistory;
import dev.cairn.testkit.workload.BookKeeper;
import dev.cairn.testkit.workload.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Processes, each with several callers, commit to the same references. Acknowledged commits are
 * present once, and those reported as not applied never are, then or later; every state that a
 * reader gets adds up; the log has no gaps; nothing reachable is missing; and the replies to
 * callers have a sequential explanation.
 */
public class EngineScenario extends SimulatedScenario {
  static final Scope SCOPE = new Scope("simulated", "engine");

  private static final int CALLERS = 3;
  private static final int TIMES = 4;

  @Override
  public String name() {
    return "commits";
  }

  @Override
  public int oneSeedOf() {
    return 4;
  }

  /** How many processes there are. */
  int processes() {
    return 3;
  }

  /** What makes their stores. */
  SimulatedProcesses processes(World world) {
    return new SimulatedProcesses(world.tally());
  }

  /** The connection of a process to the store; a mutant may do worse. */
  Backend connection(Actor self, Backend reached) {
    return reached;
  }

  /** The store of a process; a mutant may do worse. */
  Store store(Actor self, Store sound) {
    return sound;
  }

  @Override
  protected FaultPlan plan(Random random) {
    return random.nextInt(3) == 0 ? storm(random) : super.plan(random);
  }

  // So many replies to swaps get lost that the engine has to give up and fence.
  private static FaultPlan storm(Random random) {
    double rate = 0.2 + random.nextDouble() * 0.25;
    return RandomFaults.every(0.01)
        .with(Operation.SWAP_REFERENCE, Fault.DELAYED, rate)
        .with(Operation.SWAP_REFERENCE, Fault.REQUEST_LOST, rate)
        .with(Operation.WRITE_AND_SWAP, Fault.DELAYED, rate)
        .with(Operation.WRITE_AND_SWAP, Fault.REQUEST_LOST, rate)
        .with(Operation.INSERT_REFERENCE, Fault.DELAYED, 0.4)
        .seeded(random.nextLong());
  }

  @Override
  protected List<Actor> build(World world) {
    List<Books> books = new ArrayList<>(List.of(new Books("main")));
    if (world.sim().random("references").nextInt(4) == 0) {
      books.add(new Books("other"));
    }
    Cast cast = new Cast(world, books);
    cast.createReferences();
    List<Actor> processes = new ArrayList<>();
    for (int i = 1; i <= processes(); i++) {
      processes.add(world.sim().actor("process " + i, cast::work));
    }
    world
        .sim()
        .afterwards(
            () -> {
              world.settle();
              check(world, cast, books, processes.get(0), true);
            });
    return processes;
  }

  final void check(World world, Cast cast, List<Books> books, Actor any, boolean isOneLife) {
    Store store = cast.openAfterwards(any);
    for (Books each : books) {
      String name = "%s of %s, seed %d".formatted(name(), each.reference(), world.sim().seed());
      CallHistory.Outcome outcome = each.check(store, isOneLife, name);
      world
          .tally()
          .addOperations(outcome.calls(), outcome.unknownApplied(), outcome.unknownNotApplied());
    }
  }

  /** All who commit in one schedule. */
  final class Cast {
    private final World world;
    private final List<Books> books;
    private final SimulatedProcesses processes;
    private long callers;

    Cast(World world, List<Books> books) {
      this.world = world;
      this.books = books;
      this.processes = processes(world);
    }

    // Before anything goes wrong.
    void createReferences() {
      Store store = processes.outside(SCOPE, world.bare());
      books.forEach(each -> store.createReference(each.reference()));
    }

    /** A store for the checks: nothing goes wrong any more. */
    Store openAfterwards(Actor any) {
      return processes.simulated(any, SCOPE, world.store());
    }

    Store open(Actor self) {
      Backend reached = connection(self, world.reachedBy(self));
      // Where the backend can be interrupted, callers do not lead on their own threads.
      Backend backend = self.random().nextBoolean() ? reached : new Interruptible(reached);
      return store(self, processes.simulated(self, SCOPE, backend));
    }

    void work(Actor self) {
      Store store = open(self);
      for (Books each : books) {
        BookKeeper.NewestSeen newest = new BookKeeper.NewestSeen();
        for (int i = 1; i < CALLERS; i++) {
          BookKeeper caller = caller(self, store, each, newest);
          self.spawn("caller " + i, () -> caller.run(TIMES));
        }
        caller(self, store, each, newest).run(TIMES);
      }
    }

    private BookKeeper caller(Actor self, Store store, Books each, BookKeeper.NewestSeen newest) {
      long number = ++callers;
      RandomGenerator random = world.sim().random("caller " + number);
      return new BookKeeper(
          self.name() + " caller " + number, number, store, each, newest, self.waiter(), random);
    }
  }

  private static final class Interruptible extends ForwardingBackend {
    Interruptible(Backend delegate) {
      super(delegate);
    }

    @Override
    public boolean isInterruptible() {
      return true;
    }
  }
}
