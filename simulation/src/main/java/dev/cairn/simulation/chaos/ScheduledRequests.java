package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import dev.cairn.simulation.sim.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The requests of a schedule, what clients were told of each, and what each did: it raises a number
 * of its own, so that what takes effect twice shows.
 */
final class ScheduledRequests {
  private static final String MAIN = IdempotencyScenario.MAIN;
  private static final String EFFECTS = "effects";
  private static final Bytes DOOR = Key.of("door");
  private static final int AT_ONCE = 4;

  private final Supplier<Duration> elapsed;
  private final Duration lifetime;
  private final boolean isQuick;
  private final boolean isAboutFailures;
  private final Random random;
  private final List<Request> all = new ArrayList<>();
  private long attempts;

  /** What a request is. */
  private enum Kind {
    /** It always succeeds. */
    PLAIN,
    /** It fails for good if a door is closed; others open and close it. */
    DOOR,
    /** The same with a commit that has a name. */
    DOOR_STEP,
    /** It takes a commit of unknown outcome for one that was refused. */
    HASTY,
    /** It commits twice. */
    STEPS;

    private static final List<Kind> FAILING = List.of(DOOR, DOOR_STEP, HASTY);
  }

  private static final class Request {
    private final int number;
    private final Kind kind;
    private final Duration since;
    private final Set<Outcome> told = new LinkedHashSet<>();

    Request(int number, Kind kind, Duration since) {
      this.number = number;
      this.kind = kind;
      this.since = since;
    }

    RequestKey key() {
      return RequestKey.of(
          Principal.NONE, kind.name(), "/things", KeyRule.PATTERN.parse("request-" + number));
    }

    String effect(String step) {
      return number + step;
    }
  }

  /** The door is closed. */
  private static final class Closed extends RuntimeException {
    Closed() {
      super("closed", null, false, false);
    }
  }

  /**
   * @param elapsed the true time, by which clients stop to repeat a request after {@code lifetime}
   * @param isQuick whether clients let much time pass
   */
  ScheduledRequests(
      Supplier<Duration> elapsed,
      Duration lifetime,
      boolean isQuick,
      boolean isAboutFailures,
      Random random) {
    this.isAboutFailures = isAboutFailures;
    this.elapsed = elapsed;
    this.lifetime = lifetime;
    this.isQuick = isQuick;
    this.random = random;
  }

  /** How many requests were sent, repetitions included. */
  long attempts() {
    return attempts;
  }

  // One of the last few, or a new one, so that several servers are at the same.
  private Request next() {
    int recent = Math.min(AT_ONCE, all.size());
    int choice = random.nextInt(recent + 1);
    if (choice < recent) {
      Request old = all.get(all.size() - 1 - choice);
      if (elapsed.get().minus(old.since).compareTo(lifetime) < 0) {
        return old;
      }
    }
    List<Kind> kinds = isAboutFailures ? Kind.FAILING : List.of(Kind.values());
    Kind kind = kinds.get(random.nextInt(kinds.size()));
    Request fresh = new Request(all.size(), kind, elapsed.get());
    all.add(fresh);
    return fresh;
  }

  /**
   * Who serves.
   *
   * @param underWay how many of its threads are at a request
   */
  record Server(Actor self, Store store, IdempotentExecutor executor, AtomicInteger underWay) {
    IdempotentResult execute(Request request) {
      underWay.incrementAndGet();
      try {
        return executor.execute(call(request, store), handler(self.random(), request, store));
      } finally {
        underWay.decrementAndGet();
      }
    }
  }

  /** Serves {@code times} requests, as a thread of {@code server}. */
  void serve(Server server, int times) {
    Actor self = server.self();
    for (int i = 0; i < times; i++) {
      Request request = next();
      attempts++;
      try {
        note(request, server.execute(request));
      } catch (UnknownOutcomeException
          | BackendUnavailableException
          | CommitConflictException
          | StoreBusyException
          | CancellationException e) {
        self.say("request " + request.number + " is to be sent again: " + e.getMessage());
      }
      if (self.random().nextInt(3) == 0) {
        self.sleep(Duration.ofMillis(self.random().nextInt(isQuick ? 20_000 : 500)));
      }
    }
  }

  private static IdempotentCall call(Request request, Store store) {
    return IdempotentCall.of(request.key(), store, MAIN)
        .withFingerprint(Fingerprint.ofBytes(Bytes.ofUtf8("payload " + request.number)));
  }

  private static void note(Request request, IdempotentResult result) {
    if (result instanceof IdempotentResult.Executed executed) {
      boolean isFinal =
          FinalizationPolicy.DEFAULT.of(executed.outcome())
              == FinalizationPolicy.Disposition.FINALIZE;
      if (isFinal) {
        request.told.add(executed.outcome());
      }
    } else if (result instanceof IdempotentResult.Replayed replayed) {
      request.told.add(replayed.outcome());
    }
  }

  private static Execution.Handler handler(RandomGenerator random, Request request, Store store) {
    return execution -> {
      int luck = random.nextInt(20);
      if (luck == 0) {
        return Outcome.of(429); // before anything was done
      }
      Outcome outcome = handle(execution, request, store, random);
      return luck == 1 ? Outcome.of(503) : outcome; // whatever was done
    };
  }

  private static Outcome handle(
      Execution execution, Request request, Store store, RandomGenerator random) {
    return switch (request.kind) {
      case PLAIN ->
          execution.commit(store, MAIN, workspace -> created(raise(workspace, request.effect(""))));
      case STEPS -> {
        Bytes one =
            execution.commit(
                store, MAIN, "one", workspace -> text(raise(workspace, request.effect("one"))));
        Bytes two =
            execution.commit(
                store, MAIN, "two", workspace -> text(raise(workspace, request.effect("two"))));
        yield Outcome.of(200, "text/plain", Bytes.ofUtf8(one.toUtf8() + two.toUtf8()));
      }
      case DOOR, DOOR_STEP -> {
        moveDoor(store, random);
        yield throughDoor(execution, request, store);
      }
      case HASTY -> {
        try {
          yield execution.commit(
              store, MAIN, workspace -> created(raise(workspace, request.effect(""))));
        } catch (UnknownOutcomeException e) {
          yield Outcome.of(409);
        }
      }
    };
  }

  private static Outcome throughDoor(Execution execution, Request request, Store store) {
    try {
      if (request.kind == Kind.DOOR) {
        return execution.commit(store, MAIN, workspace -> created(goThrough(workspace, request)));
      }
      Bytes done =
          execution.commit(
              store, MAIN, "through", workspace -> text(goThrough(workspace, request)));
      return Outcome.of(201, "text/plain", done);
    } catch (Closed e) {
      return Outcome.of(404);
    }
  }

  private static long goThrough(Workspace workspace, Request request) {
    if (!isOpen(workspace)) {
      throw new Closed();
    }
    return raise(workspace, request.effect(""));
  }

  private static void moveDoor(Store store, RandomGenerator random) {
    boolean isToOpen = random.nextBoolean();
    var unused =
        store.commit(
            MAIN,
            workspace -> {
              var index = workspace.index(EFFECTS, ValueSerializer.bytes());
              if (isToOpen) {
                index.put(DOOR, Bytes.empty());
              } else {
                index.remove(DOOR);
              }
              return isToOpen;
            });
  }

  private static boolean isOpen(View state) {
    return state.index(EFFECTS, ValueSerializer.bytes()).contains(DOOR);
  }

  private static long raise(Workspace workspace, String name) {
    long next = effects(workspace, name) + 1;
    workspace.index(EFFECTS, ValueSerializer.bytes()).put(Key.of(name), text(next));
    return next;
  }

  private static Outcome created(long number) {
    return Outcome.of(201, "text/plain", text(number));
  }

  private static Bytes text(long number) {
    return Bytes.ofUtf8(Long.toString(number));
  }

  private static long effects(View state, String name) {
    return state
        .index(EFFECTS, ValueSerializer.bytes())
        .get(Key.of(name))
        .map(value -> Long.parseLong(value.toUtf8()))
        .orElse(0L);
  }

  /** Looks at what took effect, when nothing is on its way any more. */
  void check(Store store) {
    Snapshot state = store.current(MAIN);
    for (Request request : all) {
      List<String> steps = request.kind == Kind.STEPS ? List.of("one", "two") : List.of("");
      for (String step : steps) {
        check(request, step, effects(state, request.effect(step)));
      }
    }
  }

  private static void check(Request request, String step, long effects) {
    String name = "request %d (%s) %s".formatted(request.number, request.kind, step);
    if (effects > 1) {
      throw new AssertionError("%s took effect %d times".formatted(name, effects));
    }
    if (request.told.size() > 1) {
      throw new AssertionError(
          "clients of %s were told different outcomes: %s".formatted(name, request.told));
    }
    for (Outcome told : request.told) {
      boolean isSuccess = told.status() / 100 == 2;
      if (isSuccess != (effects == 1)) {
        throw new AssertionError(
            "clients of %s were told %d, and it took effect %d times"
                .formatted(name, told.status(), effects));
      }
    }
  }
}
