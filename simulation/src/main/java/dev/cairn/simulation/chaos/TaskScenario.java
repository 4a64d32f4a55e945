package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.task.EngineTasks;
import dev.cairn.core.internal.task.TaskSettings;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Processes submit, do, cancel and await one task, whatever clocks do: no attempt is begun twice, a
 * run has one end, which never changes. A process that paused too long and was taken over ends
 * nothing. Where clocks are no farther apart than the allowed skew, no attempt begins while another
 * may still go on.
 */
public final class TaskScenario extends SimulatedScenario {
  private static final Scope SCOPE = new Scope("simulated", "tasks");
  private static final Codec CODEC = new Codec(1);
  private static final String TASK = "the task";
  private static final int TURNS = 8;
  private static final TaskSettings SETTINGS =
      new TaskSettings(
          Duration.ofMillis(200),
          Duration.ofMillis(100),
          4,
          Duration.ofMillis(20),
          Duration.ofMillis(60));

  @Override
  public String name() {
    return "tasks";
  }

  private static boolean clocksKeepTheSkew(long seed) {
    return seed % 2 == 0;
  }

  @Override
  protected Duration farthestJump(Simulation sim) {
    return clocksKeepTheSkew(sim.seed()) ? Duration.ZERO : Duration.ofSeconds(1);
  }

  @Override
  protected List<Actor> build(World world) {
    Ledger ledger = new Ledger(clocksKeepTheSkew(world.sim().seed()));
    List<Actor> processes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Actor actor =
          world.sim().actor("process " + i, self -> new Worker(self, world, ledger).run());
      actor.clock().jump(Duration.ofMillis(world.sim().random("clock " + i).nextInt(-50, 50)));
      processes.add(actor);
    }
    world.sim().afterwards(() -> ledger.check(world, processes.get(0)));
    return processes;
  }

  private static EngineTasks tasks(Backend backend, Actor self) {
    return new EngineTasks(
        new UpdateableObjects(backend, CODEC, SCOPE, self.environment()),
        new LeaseHolder("host", self.name()),
        SETTINGS,
        self.environment());
  }

  /** What happened, and what callers learned of it. */
  private static final class Ledger {
    final Set<String> begun = new HashSet<>();
    final Map<Long, String> ends = new HashMap<>();
    final Map<Long, Set<String>> checkpoints = new HashMap<>();
    // Until when, by its own clock, a process has the task at least.
    final Map<Actor, Instant> holders = new HashMap<>();
    final boolean clocksKeepTheSkew;
    int operations;

    Ledger(boolean clocksKeepTheSkew) {
      this.clocksKeepTheSkew = clocksKeepTheSkew;
    }

    void begin(Actor self, Instant asked, TaskContext context) {
      if (clocksKeepTheSkew) {
        holders.forEach(
            (other, until) -> {
              if (!other.clock().peek().isAfter(until)) {
                throw new AssertionError(
                    "%s begins what %s has until %s".formatted(self, other, until));
              }
            });
      }
      holders.put(self, asked.plus(SETTINGS.lease()));
      String attempt = context.run() + "." + context.attempt();
      if (!begun.add(attempt)) {
        throw new AssertionError("attempt " + attempt + " was begun twice");
      }
      Set<String> known = checkpointsOf(context.run());
      if (context.checkpoint().isPresent() && !known.contains(context.checkpoint().get())) {
        throw new AssertionError(
            "attempt %s was given %s, and its run has %s"
                .formatted(attempt, context.checkpoint().get(), known));
      }
    }

    private Set<String> checkpointsOf(long run) {
      return checkpoints.computeIfAbsent(run, unused -> new HashSet<>());
    }

    void noteCheckpoint(long run, String text) {
      checkpointsOf(run).add(text);
    }

    /** A caller learned how a run ended. */
    void told(long run, TaskStatus.State state, Optional<String> result) {
      String end = state + result.map(" with "::concat).orElse("");
      String before = ends.putIfAbsent(run, end);
      if (before != null && !before.equals(end)) {
        throw new AssertionError("run %d ended twice: %s and %s".formatted(run, before, end));
      }
    }

    void told(TaskStatus status) {
      if (status.state().isEnd()) {
        told(status.run(), status.state(), status.result());
      }
    }

    void check(World world, Actor reader) {
      world.settle();
      Optional<TaskStatus> last = tasks(world.store(), reader).find(TASK);
      long lastRun = last.map(TaskStatus::run).orElse(0L);
      ends.keySet()
          .forEach(
              run -> {
                if (run > lastRun) {
                  throw new AssertionError(
                      "run %d was told of, and the last one is %d".formatted(run, lastRun));
                }
              });
      last.ifPresent(this::told);
      world.tally().addOperations(operations, 0, 0);
    }
  }

  private static final class Worker {
    private final Actor self;
    private final Tasks tasks;
    private final Ledger ledger;
    private Instant asked = Instant.MIN;
    private long run;
    private Optional<String> returned = Optional.empty();

    Worker(Actor self, World world, Ledger ledger) {
      this.self = self;
      this.tasks = tasks(world.reachedBy(self), self);
      this.ledger = ledger;
    }

    void run() {
      for (int turn = 0; turn < TURNS; turn++) {
        ledger.operations++;
        returned = Optional.empty();
        try {
          act();
        } catch (BackendUnavailableException | UnknownOutcomeException e) {
          self.say("was refused: " + e.getMessage());
        }
        self.sleep(Duration.ofMillis(self.random().nextInt(100)));
      }
    }

    private void act() {
      asked = self.clock().instant();
      switch (self.random().nextInt(8)) {
        case 0, 1 -> {
          TaskStatus submitted = tasks.submit(TASK, self.name());
          if (self.random().nextBoolean()) {
            ledger.told(tasks.await(TASK, submitted.run(), Duration.ofMillis(300)));
          }
        }
        case 2 -> {
          boolean unused = tasks.cancel(TASK);
        }
        case 3 -> offer(tasks.runEvery(Duration.ofMillis(150), TASK, "often", this::work));
        default -> offer(tasks.run(TASK, this::work));
      }
    }

    private void offer(Tasks.Offer offer) {
      if (offer == Tasks.Offer.ENDED && returned.isPresent()) {
        ledger.told(run, TaskStatus.State.SUCCEEDED, returned);
      }
    }

    private String work(TaskContext context) {
      ledger.begin(self, asked, context);
      try {
        return steps(context);
      } catch (RuntimeException e) {
        ledger.holders.remove(self);
        throw e;
      }
    }

    private String steps(TaskContext context) {
      int steps = self.random().nextInt(4);
      for (int i = 0; i < steps; i++) {
        self.sleep(Duration.ofMillis(self.random().nextInt(120)));
        if (self.random().nextBoolean()) {
          context.heartbeat();
        } else {
          String text = "%d.%d at %d".formatted(context.run(), context.attempt(), i);
          // Noted before: a takeover may read it before its writer gets the reply.
          ledger.noteCheckpoint(context.run(), text);
          context.checkpoint(text);
        }
      }
      if (self.random().nextInt(5) == 0) {
        throw new IllegalStateException("bad luck");
      }
      run = context.run();
      String result = "%d.%d by %s".formatted(run, context.attempt(), self.name());
      returned = Optional.of(result);
      ledger.holders.remove(self);
      return result;
    }
  }
}
