package dev.cairn.core.task;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.task.TaskState;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.TaskWork;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.Environment;
import dev.cairn.core.lease.Acquired;
import dev.cairn.core.lease.LeaseField;
import dev.cairn.core.lease.LeaseState;
import dev.cairn.core.lease.Leases;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Tasks as updateable objects with leases. */
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

  /** A new owner of the lease begins the run by the write that makes it the owner. */
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

  /** Whether somebody who gets the lease now is to do the work. */
  private boolean isDue(TaskRun run) {
    long now = environment.nowMicros();
    boolean isTime =
        run.notBefore() <= now
            // Nobody waits so long between two attempts: a clock that was ahead wrote that.
            || (run.attempts() > 0
                && run.notBefore() > now + micros(settings.lastRetry()) + skewMicros());
    return run.state() == TaskState.RUNNING || (run.state() == TaskState.WAITING && isTime);
  }

  private long skewMicros() {
    return micros(settings.maxClockSkew());
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
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
    // A periodic run that waits for its time is done now instead.
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
    return objects.scan(TaskRecord.TYPE).stream()
        .map(found -> status(found.id().name().orElse(""), found.value()))
        .sorted(Comparator.comparing(TaskStatus::name))
        .toList();
  }

  @Override
  public Offer run(String name, TaskWork work) {
    return objects.read(id(name)).map(found -> run(name, found, work)).orElse(Offer.NOT_DUE);
  }

  private Offer run(String name, Versioned<TaskRecord> found, TaskWork work) {
    if (!isDue(found.value().run())) {
      return Offer.NOT_DUE;
    }
    Acquired<TaskRecord> acquired =
        leases.acquire(
            found.id(), Optional.of(found), holder, settings.lease(), EngineTasks::cannotBeNew);
    if (acquired instanceof Acquired.Granted<TaskRecord> granted) {
      TaskAttempt attempt = new TaskAttempt(name, granted.lease(), settings, environment);
      // Somebody may have ended the run just before the lease was granted.
      return granted.lease().known().value().run().state() == TaskState.RUNNING
          ? attempt.run(work)
          : attempt.giveBack();
    }
    return acquired instanceof Acquired.Held ? Offer.HELD : Offer.LOST;
  }

  private static TaskRecord cannotBeNew(LeaseState lease) {
    throw new IllegalStateException("a task was removed; rows of tasks stay");
  }

  @Override
  public Offer runEvery(Duration period, String name, String parameter, TaskWork work) {
    long now = environment.nowMicros();
    TaskRecord first = TaskRecord.first(TaskRun.submitted(1, parameter, now + micros(period), now));
    TaskRecord unused =
        change(name, Optional.of(first), record -> begunAgain(record, period, parameter));
    return run(name, work);
  }

  /** The next run, if a period has passed; times that a clock far ahead wrote do not count. */
  private Optional<TaskRecord> begunAgain(TaskRecord record, Duration period, String parameter) {
    long now = environment.nowMicros();
    TaskRun run = record.run();
    if (run.state().isEnd()) {
      boolean isOver = run.ended() + micros(period) <= now || run.ended() > now + skewMicros();
      return isOver ? Optional.of(record.next(parameter, now)) : Optional.empty();
    }
    return run.isAhead(now + micros(period) + skewMicros())
        ? Optional.of(
            record.with(TaskRun.submitted(run.number(), parameter, now + micros(period), now)))
        : Optional.empty();
  }

  @Override
  public TaskStatus await(String name, long run, Duration atMost) {
    long end = environment.nowMicros() + atMost.toNanos() / 1_000;
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
      long left = end - environment.nowMicros();
      if (record.run().number() > run
          || record.run().state().isEnd()
          || left <= 0
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
    if (run.state() == TaskState.WAITING || leases.isFree(record.lease())) {
      // Nobody does it who could stop. A new owner keeps a process that was believed dead out.
      LeaseState nobody = record.lease().taken(environment.newToken().toString());
      return Optional.of(
          record
              .with(nobody)
              .with(
                  run.left(
                      TaskState.CANCELLED,
                      Optional.empty(),
                      run.failure(),
                      run.notBefore(),
                      environment.nowMicros())));
    }
    return run.cancel() ? Optional.empty() : Optional.of(record.with(run.cancelRequested()));
  }

  /**
   * Changes a task, or inserts it if it is not there. A change whose reply is lost is not made
   * again on a later run than the first that was seen: it may have begun that run itself.
   *
   * @param first what to insert; nothing if the task has to be there
   * @param change what to make of it, which may be asked again after others changed it; empty
   *     leaves it as it is
   */
  private TaskRecord change(
      String name, Optional<TaskRecord> first, Function<TaskRecord, Optional<TaskRecord>> change) {
    UpdateableId<TaskRecord> id = id(name);
    Throwable last = new IllegalStateException("others changed it each time");
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
        "task '%s' could not be changed in %d tries; look at it and try again"
            .formatted(name, TRIES),
        last);
  }

  private static IllegalStateException gone(String name) {
    return new IllegalStateException("task '%s' was removed; rows of tasks stay".formatted(name));
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
        run.checkpoint(),
        run.result(),
        run.failure(),
        instant(run.submitted()),
        instant(run.notBefore()),
        run.ended() == 0 ? Optional.empty() : Optional.of(instant(run.ended())),
        run.cancel());
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
