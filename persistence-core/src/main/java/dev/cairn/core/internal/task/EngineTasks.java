package dev.cairn.core.internal.task;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.lease.Acquired;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The engine's {@link Tasks}: updateable objects with leases. */
public final class EngineTasks implements Tasks {
  private static final int TRIES = 10;
  private static final Duration FIRST_LOOK = Duration.ofMillis(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final UpdateableObjects objects;
  private final Leases<TaskRecord> leases;
  private final LeaseHolder holder;
  private final TaskSettings settings;
  private final Environment environment;

  /**
   * @param objects of the {@linkplain dev.cairn.api.Scope#SYSTEM system scope}
   * @param holder this process
   */
  public EngineTasks(
      UpdateableObjects objects,
      LeaseHolder holder,
      TaskSettings settings,
      Environment environment) {
    this.objects = objects;
    this.leases = new Leases<>(objects, new Field(), environment, settings.maxClockSkew());
    this.holder = holder;
    this.settings = settings;
    this.environment = environment;
  }

  /** Access to the lease of a record; the write that grants the lease also begins the run. */
  private final class Field implements LeaseField<TaskRecord> {
    @Override
    public LeaseState lease(TaskRecord value) {
      return value.lease();
    }

    @Override
    public TaskRecord withLease(TaskRecord value, LeaseState lease) {
      boolean isGrant = !lease.owner().equals(value.lease().owner());
      TaskRecord leased = value.with(lease);
      return isGrant && isDue(value.run()) ? leased.with(value.run().begun()) : leased;
    }
  }

  private static UpdateableId<TaskRecord> id(String name) {
    return UpdateableId.named(TaskRecord.TYPE, name);
  }

  /** Whether the process that acquires the lease now has to do the work. */
  private boolean isDue(TaskRun run) {
    long now = environment.nowMicros();
    boolean isTime =
        run.notBefore() <= now
            || run.isToBeDoneAtOnce()
            // No process waits so long between two attempts: a clock that was ahead wrote this.
            || (run.attempts() > 0
                && run.notBefore() > skewed(Durations.after(now, settings.lastRetry())));
    return run.state() == TaskStatus.State.RUNNING
        || (run.state() == TaskStatus.State.WAITING && isTime);
  }

  private long skewed(long micros) {
    return Durations.after(micros, settings.maxClockSkew());
  }

  @Override
  public TaskStatus submit(String name, String parameter) {
    long now = environment.nowMicros();
    TaskRecord first = TaskRecord.first(TaskRun.submitted(1, parameter, now, now));
    return status(name, change(name, Optional.of(first), record -> submitted(record, parameter)));
  }

  private Optional<TaskRecord> submitted(TaskRecord record, String parameter) {
    long now = environment.nowMicros();
    if (record.run().state().isEnd()) {
      return Optional.of(record.next(parameter, now));
    }
    // A periodic run that waits for its time is run now instead.
    return record.run().isAhead(now)
        ? Optional.of(record.with(TaskRun.submitted(record.run().number(), parameter, now, now)))
        : Optional.empty();
  }

  @Override
  public Optional<TaskStatus> find(String name) {
    return objects.read(id(name)).map(found -> status(name, found.value()));
  }

  @Override
  public List<TaskStatus> list() {
    return objects.scanNamed(TaskRecord.TYPE, settings.maxClockSkew()).stream()
        .map(found -> status(found.id().name().orElse(""), found.value()))
        .sorted(Comparator.comparing(TaskStatus::name))
        .toList();
  }

  @Override
  public Offer run(String name, Tasks.Work work) {
    return objects.read(id(name)).map(found -> run(name, found, work)).orElse(Offer.NOT_DUE);
  }

  private Offer run(String name, Versioned<TaskRecord> found, Tasks.Work work) {
    if (!isDue(found.value().run())) {
      return Offer.NOT_DUE;
    }
    environment
        .clockCheck()
        .check(); // by a fast clock, leases of other processes seem to have lapsed
    Acquired<TaskRecord> acquired =
        leases.acquire(
            found.id(), Optional.of(found), holder, settings.lease(), EngineTasks::cannotBeNew);
    if (acquired instanceof Acquired.Granted<TaskRecord> granted) {
      TaskAttempt attempt = new TaskAttempt(name, granted.lease(), settings, environment);
      // Another process may have ended the run just before the lease was granted.
      return granted.lease().known().value().run().state() == TaskStatus.State.RUNNING
          ? attempt.run(work)
          : attempt.giveBack();
    }
    return acquired instanceof Acquired.Held ? Offer.HELD : Offer.LOST;
  }

  private static TaskRecord cannotBeNew(LeaseState lease) {
    throw new IllegalStateException("the row of a task was removed, which Cairn never does");
  }

  @Override
  public Offer runEvery(Duration period, String name, String parameter, Tasks.Work work) {
    long now = environment.nowMicros();
    TaskRecord first =
        TaskRecord.first(TaskRun.submitted(1, parameter, Durations.after(now, period), now));
    TaskRecord unused =
        change(name, Optional.of(first), record -> begunAgain(record, period, parameter));
    return run(name, work);
  }

  /**
   * The next run, if a period has passed; times in the future, written by a fast clock, are
   * ignored.
   */
  private Optional<TaskRecord> begunAgain(TaskRecord record, Duration period, String parameter) {
    long now = environment.nowMicros();
    TaskRun run = record.run();
    if (run.state().isEnd()) {
      boolean isOver = Durations.after(run.ended(), period) <= now || run.ended() > skewed(now);
      return isOver ? Optional.of(record.next(parameter, now)) : Optional.empty();
    }
    long next = Durations.after(now, period);
    return run.isAhead(skewed(next))
        ? Optional.of(record.with(TaskRun.submitted(run.number(), parameter, next, now)))
        : Optional.empty();
  }

  @Override
  public TaskStatus await(String name, long run, Duration atMost) {
    long end = Durations.after(environment.nowMicros(), atMost);
    Duration step = FIRST_LOOK;
    while (true) {
      TaskRecord record =
          objects
              .read(id(name))
              .map(Versioned::value)
              .filter(found -> found.run().number() >= run && run > 0)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there never was a run %d of task '%s'".formatted(run, name)));
      long left = Durations.left(environment.nowMicros(), end);
      if (record.run().number() > run
          || record.run().state().isEnd()
          || left == 0
          || Thread.currentThread().isInterrupted()) {
        Optional<TaskRun> past = record.past().filter(before -> before.number() == run);
        return status(name, past.map(record::with).orElse(record));
      }
      Duration most = Duration.of(left, ChronoUnit.MICROS);
      environment.waiter().await(step.compareTo(most) < 0 ? step : most);
      step = step.multipliedBy(2).compareTo(LAST_LOOK) < 0 ? step.multipliedBy(2) : LAST_LOOK;
    }
  }

  @Override
  public boolean cancel(String name) {
    Optional<TaskRun> open =
        objects
            .read(id(name))
            .map(found -> found.value().run())
            .filter(run -> !run.state().isEnd());
    if (open.isEmpty()) {
      return false;
    }
    TaskRecord unused =
        change(
            name,
            Optional.empty(),
            record ->
                record.run().number() == open.get().number()
                    ? cancelled(record)
                    : Optional.empty());
    return true;
  }

  private Optional<TaskRecord> cancelled(TaskRecord record) {
    TaskRun run = record.run();
    if (run.state().isEnd()) {
      return Optional.empty();
    }
    if (run.state() == TaskStatus.State.WAITING || leases.isFree(record.lease())) {
      // No live process runs it, so none could stop it. A new owner fences a process that is
      // wrongly considered dead.
      LeaseState free = record.lease().taken(environment.newToken().toString());
      return Optional.of(
          record
              .with(free)
              .with(
                  run.left(
                      TaskStatus.State.CANCELLED,
                      Optional.empty(),
                      run.failure(),
                      run.notBefore(),
                      environment.nowMicros())));
    }
    return run.cancel() ? Optional.empty() : Optional.of(record.with(run.cancelRequested()));
  }

  /**
   * Changes a task, or inserts it if it does not exist. A change whose reply is lost is not
   * repeated on a later run than the first one seen: the change itself may have begun that run.
   *
   * @param first what to insert; empty if the task must exist
   * @param change the change, which runs again after a conflict; an empty result changes nothing
   */
  private TaskRecord change(
      String name, Optional<TaskRecord> first, Function<TaskRecord, Optional<TaskRecord>> change) {
    environment.clockCheck().check();
    UpdateableId<TaskRecord> id = id(name);
    Throwable last = new IllegalStateException("other processes changed it in each try");
    long inDoubt = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      Optional<Versioned<TaskRecord>> found = objects.read(id);
      long number = found.map(version -> version.value().run().number()).orElse(0L);
      Optional<TaskRecord> next = found.isEmpty() ? first : change.apply(found.get().value());
      if (number > inDoubt || next.isEmpty()) {
        return found.map(Versioned::value).orElseThrow(() -> gone(name));
      }
      Update<TaskRecord> update =
          found.isEmpty()
              ? objects.insert(id, next.get(), OptionalLong.empty())
              : objects.swap(found.get(), next.get(), OptionalLong.empty());
      if (update instanceof Update.Applied<TaskRecord> applied) {
        return applied.written().value();
      } else if (update instanceof Update.Unknown<TaskRecord> unknown) {
        last = unknown.cause();
        inDoubt = Math.min(inDoubt, number);
      }
    }
    throw new UnknownOutcomeException(
        "a change of task '%s' was not confirmed in %d tries; look at its state and try again"
            .formatted(name, TRIES),
        last);
  }

  private static IllegalStateException gone(String name) {
    return new IllegalStateException(
        "the row of task '%s' was removed, which Cairn never does".formatted(name));
  }

  private static TaskStatus status(String name, TaskRecord record) {
    TaskRun run = record.run();
    LeaseState lease = record.lease();
    return new TaskStatus(
        name,
        run.number(),
        run.state(),
        run.parameter(),
        run.attempts(),
        lease.process().isEmpty()
            ? Optional.empty()
            : Optional.of("process %s on %s".formatted(lease.process(), lease.host())),
        lease.process().isEmpty() || lease.released()
            ? Optional.empty()
            : Optional.of(SnowflakeId.toInstant(lease.until())),
        run.checkpoint(),
        run.result(),
        run.failure(),
        Micros.toInstant(run.submitted()),
        Micros.toInstant(run.notBefore()),
        run.ended() == 0 ? Optional.empty() : Optional.of(Micros.toInstant(run.ended())),
        run.cancel());
  }
}
