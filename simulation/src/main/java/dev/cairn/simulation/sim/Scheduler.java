package dev.cairn.simulation.sim;

import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands the baton from strand to strand. Only its holder calls the methods here; no two do at once,
 * so nothing is locked, and the baton's volatile field makes all of it visible to the next.
 */
final class Scheduler {
  private static final int MOST_REFUSALS = 1_000;

  private final SimulationSettings settings;
  private final Choices choices;
  private final Random stepping;
  private final long maxStepMicros;
  private final Trace trace;
  private final List<Strand> strands = new ArrayList<>();
  private final List<Strand> runnable = new ArrayList<>();
  private final Thread main = Thread.currentThread();

  private long now;
  private long steps;
  private int numbered;
  private boolean ending;
  private @Nullable Throwable failure;

  private volatile @Nullable Strand running;
  private volatile long heartbeat;
  private volatile boolean ended;

  Scheduler(long seed, SimulationSettings settings) {
    this.settings = settings;
    this.choices = new Choices(seed, settings.replay().orElse(null));
    this.stepping = new Seed(seed).random("steps");
    this.maxStepMicros = settings.maxStep().toNanos() / 1_000;
    this.trace = new Trace(settings.traced());
  }

  long nowMicros() {
    return now;
  }

  long steps() {
    return steps;
  }

  Trace trace() {
    return trace;
  }

  Choices choices() {
    return choices;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  // Before and after the run.

  Strand add(Actor actor, String name, boolean background, long wakeAt, Runnable body) {
    Strand strand = new Strand(numbered++, actor, name, background, body);
    strand.wakeAt = wakeAt;
    strands.add(strand);
    return strand;
  }

  /** Runs until every strand that is not in the background has ended. */
  void run() {
    if (!strands.isEmpty()) {
      resume(pick(null));
      awaitEnd();
    }
    running = null;
  }

  private void awaitEnd() {
    long seen = -1;
    long since = System.nanoTime();
    while (!ended) {
      LockSupport.parkNanos(this, settings.patience().toNanos() / 4);
      if (heartbeat != seen) {
        seen = heartbeat;
        since = System.nanoTime();
      } else if (!ended && System.nanoTime() - since > settings.patience().toNanos()) {
        throw new LostActor(running);
      }
    }
  }

  // While it runs, by the strand that has the baton.

  /** A switch point: the next strand runs, and this returns when it is the caller's turn again. */
  void step(String what) {
    Strand self = self();
    if (self != null) {
      beginStep(self, what);
      switchFrom(self);
    }
  }

  /** The same, but the caller's turn comes no sooner than {@code micros} from now. */
  void sleep(long micros) {
    Strand self = self();
    if (self != null) {
      beginStep(self, "waits");
      if (!Thread.currentThread().isInterrupted()) {
        self.wakeAt = now + Math.max(0, micros);
      }
      switchFrom(self);
    }
  }

  /** The same, but the caller's turn comes only when {@code condition} holds. */
  void await(String what, BooleanSupplier condition) {
    Strand self = self();
    if (self == null) {
      throw new IllegalStateException("only an actor can wait for something to happen");
    }
    beginStep(self, what);
    self.condition = condition;
    switchFrom(self);
  }

  /**
   * The same, but the caller's turn comes after {@code micros} at the latest, or at once if
   * interrupted.
   */
  void await(String what, BooleanSupplier condition, long micros) {
    Strand self = self();
    if (self != null) {
      beginStep(self, what);
      if (!Thread.currentThread().isInterrupted()) {
        self.condition = condition;
        self.giveUpAt = now + Math.max(0, micros);
      }
      switchFrom(self);
    }
  }

  /** Ends strands of a process at once: each unwinds its stack, and can do nothing else. */
  void unwind(List<Strand> dead) {
    Strand self = self();
    for (Strand strand : List.copyOf(dead)) {
      if (strand.done || strand == self) {
        continue;
      }
      if (self == null || !strand.isStarted()) {
        end(strand);
      } else {
        strand.waitsForEnd = self;
        resume(strand);
        self.awaitBaton();
      }
    }
    if (self != null && self.isDead()) {
      throw stopped(self);
    }
  }

  /** Writes down what an actor says. */
  void say(String what) {
    Strand self = self();
    trace.add(now, self == null ? "scenario" : self.name, what);
  }

  /** Adds to what is written down, without being a step. */
  void note(String what) {
    trace.note(what);
  }

  boolean isTraced() {
    return settings.traced();
  }

  @Nullable Strand self() {
    Strand self = running;
    if (self == null || Thread.currentThread() == self.thread()) {
      return self;
    }
    throw new IllegalStateException(
        "the thread %s is not the actor whose turn it is (%s): let actors start no threads, and spawn instead"
            .formatted(Thread.currentThread().getName(), self.name));
  }

  private void beginStep(Strand self, String what) {
    refuseIfStopped(self);
    heartbeat = ++steps;
    if (steps > settings.maxSteps()) {
      fail(new AssertionError("more than %d steps: it never ends".formatted(settings.maxSteps())));
      throw stopped(self);
    }
    if (maxStepMicros > 0) {
      now += stepping.nextLong(maxStepMicros + 1);
    }
    trace.add(now, self.name, what);
  }

  private void switchFrom(Strand self) {
    Strand next = pick(self);
    if (next != self) {
      resume(next);
      self.awaitBaton();
    }
    self.condition = null;
    self.giveUpAt = Strand.NEVER;
    refuseIfStopped(self);
  }

  private void refuseIfStopped(Strand self) {
    if (ending || self.isDead()) {
      throw stopped(self);
    }
  }

  private ActorStopped stopped(Strand self) {
    if (++self.refusals > MOST_REFUSALS) {
      fail(
          new AssertionError(
              self.name + " was stopped and goes on: it catches Error where it must not"));
      finish(self);
      while (true) {
        LockSupport.park(this); // This thread cannot be ended; it must not do anything any more.
      }
    }
    return new ActorStopped(self.name + " was stopped");
  }

  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
      ending = true;
    }
  }

  /** The strand that runs next; time passes if all of them wait. */
  private Strand pick(@Nullable Strand present) {
    while (!ending) {
      runnable.clear();
      long earliest = Strand.NEVER;
      for (Strand strand : strands) {
        if (strand.isRunnable(now)) {
          runnable.add(strand);
        } else {
          earliest = Math.min(earliest, strand.runnableAt());
        }
      }
      if (!runnable.isEmpty()) {
        return runnable.size() == 1 ? runnable.get(0) : choices.next(runnable, present);
      }
      if (earliest == Strand.NEVER) {
        fail(
            new AssertionError("deadlock: no strand can run, and none waits for time: " + strands));
      } else {
        now = earliest;
      }
    }
    return strands.get(0);
  }

  private void resume(Strand next) {
    running = next;
    next.hand(() -> finish(next));
  }

  private void end(Strand strand) {
    strand.done = true;
    strands.remove(strand);
  }

  /** Called by each strand at its end: passes the baton on for the last time. */
  private void finish(Strand strand) {
    end(strand);
    Strand waiting = strand.waitsForEnd;
    if (waiting != null) {
      resume(waiting);
      return;
    }
    ending |= strands.stream().allMatch(each -> each.background);
    if (ending) {
      // Who never began has nothing to unwind.
      strands.removeIf(each -> !each.isStarted());
    }
    if (strands.isEmpty()) {
      ended = true;
      LockSupport.unpark(main);
    } else {
      resume(pick(null));
    }
  }
}
