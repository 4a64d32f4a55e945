package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.history.CallHistory;
import dev.cairn.testkit.history.ListCall;
import dev.cairn.testkit.history.ListHistory;
import dev.cairn.testkit.history.Timed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Processes append to a list in one updateable object, whose changes the engine settles. What was
 * applied is in the list once, what met a conflict never, then or later, and all readers see the
 * same order.
 */
public final class AppendScenario extends SimulatedScenario {
  private static final Scope SCOPE = new Scope("simulated", "append");

  // One for all: thousands of simulated processes would spend their time on setting up Jackson.
  private static final Codec CODEC = new Codec(1);

  private static final int APPENDS = 4;

  /** The value of the object. */
  public record Log(List<Long> entries) {
    Log plus(long entry) {
      List<Long> more = new ArrayList<>(entries);
      more.add(entry);
      return new Log(more);
    }
  }

  private record LogType() implements ObjectType<Log> {
    @Override
    public String name() {
      return "log";
    }

    @Override
    public Class<Log> valueClass() {
      return Log.class;
    }

    @Override
    public boolean updateable() {
      return true;
    }
  }

  private static final UpdateableId<Log> ID = UpdateableId.named(new LogType(), "the log");

  @Override
  public String name() {
    return "append";
  }

  @Override
  protected List<Actor> build(World world) {
    ListHistory history = new ListHistory();
    List<Actor> processes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      long number = i;
      processes.add(
          world
              .sim()
              .actor(
                  "process " + i,
                  self -> new Appender(self, world.reachedBy(self), history, number).run()));
    }
    world
        .sim()
        .afterwards(
            () -> {
              world.settle();
              Backend store = world.store();
              Actor first = processes.get(0);
              new Appender(first, store, history, 0).read();
              CallHistory.Outcome outcome =
                  history.check("simulated appends, seed " + world.sim().seed());
              world
                  .tally()
                  .addOperations(
                      outcome.calls(), outcome.unknownApplied(), outcome.unknownNotApplied());
            });
    return processes;
  }

  private static final class Appender {
    private final Actor self;
    private final UpdateableObjects objects;
    private final ListHistory history;
    private final long number;

    Appender(Actor self, Backend backend, ListHistory history, long number) {
      this.self = self;
      this.objects = new UpdateableObjects(backend, CODEC, SCOPE, self.environment());
      this.history = history;
      this.number = number;
    }

    void run() {
      for (int i = 0; i < APPENDS; i++) {
        try {
          append(1_000_000 * number + 1_000L * self.incarnation() + i, read());
        } catch (BackendUnavailableException e) {
          self.say("was refused: " + e.getMessage());
        }
      }
    }

    Optional<Versioned<Log>> read() {
      long invoked = history.tick();
      Optional<Versioned<Log>> found = objects.read(ID);
      List<Long> entries = found.map(log -> log.value().entries()).orElse(List.of());
      history.add(ListCall.read(self.name(), entries, invoked, history.tick()));
      return found;
    }

    private void append(long entry, Optional<Versioned<Log>> found) {
      long invoked = history.tick();
      Update<Log> update;
      try {
        update =
            found.isEmpty()
                ? objects.insert(ID, new Log(List.of(entry)), OptionalLong.empty())
                : objects.swap(found.get(), found.get().value().plus(entry), OptionalLong.empty());
      } catch (Error e) {
        history.add(ListCall.append(self.name(), entry, invoked, Timed.NEVER));
        throw e;
      }
      if (update instanceof Update.Applied) {
        history.add(ListCall.append(self.name(), entry, invoked, history.tick()));
      } else if (update instanceof Update.Unknown) {
        history.add(ListCall.append(self.name(), entry, invoked, Timed.NEVER));
      }
    }
  }
}
