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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

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
      return isGrant && value.isDue(environment.nowMicros())
          ? value.begun(lease)
          : value.withLease(lease);
    }
  }

  private static UpdateableId<TaskRecord> id(String name) {
    return UpdateableId.named(TaskRecord.TYPE, name);
  }

  @Override
  public TaskStatus submit(String name, String parameter) {
    long now = environment.nowMicros();
    return change(
        name,
        () -> TaskRecord.first(parameter, now, now),
        record ->
            record.state().isEnd() ? Optional.of(record.next(parameter, now)) : Optional.empty());
  }

  @Override
  public Optional<TaskStatus> find(String name) {
    return objects.read(id(name)).map(EngineTasks::status);
  }

  @Override
  public Offer run(String name, TaskWork work) {
    return objects.read(id(name)).map(found -> run(found, work)).orElse(Offer.NOT_DUE);
  }

  private Offer run(Versioned<TaskRecord> found, TaskWork work) {
    if (!found.value().isDue(environment.nowMicros())) {
      return Offer.NOT_DUE;
    }
    Acquired<TaskRecord> acquired =
        leases.acquire(
            found.id(), Optional.of(found), holder, settings.lease(), EngineTasks::cannotBeNew);
    if (acquired instanceof Acquired.Granted<TaskRecord> granted) {
      String name = found.id().name().orElseThrow();
      TaskAttempt attempt = new TaskAttempt(name, granted.lease(), settings, environment);
      // Somebody may have ended the run just before the lease was granted.
      return granted.lease().known().value().state() == TaskState.RUNNING
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
    Optional<Versioned<TaskRecord>> found = objects.read(id(name));
    long now = environment.nowMicros();
    long micros = period.toNanos() / 1_000;
    if (found.isEmpty()) {
      TaskStatus unused =
          change(
              name,
              () -> TaskRecord.first(parameter, now + micros, now),
              record -> Optional.empty());
      return Offer.NOT_DUE;
    }
    TaskRecord record = found.get().value();
    if (record.state().isEnd()) {
      if (record.ended() + micros > now) {
        return Offer.NOT_DUE;
      }
      TaskStatus unused = submit(name, parameter);
    }
    return run(name, work);
  }

  @Override
  public TaskStatus await(String name, long run, Duration atMost) {
    long end = environment.nowMicros() + atMost.toNanos() / 1_000;
    Duration step = FIRST_LOOK;
    while (true) {
      TaskStatus status =
          find(name)
              .filter(found -> found.run() >= run && run > 0)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there never was a run %d of task '%s'".formatted(run, name)));
      long left = end - environment.nowMicros();
      if (status.run() > run
          || status.state().isEnd()
          || left <= 0
          || Thread.currentThread().isInterrupted()) {
        return status;
      }
      Duration most = Duration.of(left, ChronoUnit.MICROS);
      environment.waiter().await(step.compareTo(most) < 0 ? step : most);
      step = step.multipliedBy(2).compareTo(LAST_LOOK) < 0 ? step.multipliedBy(2) : LAST_LOOK;
    }
  }

  @Override
  public boolean cancel(String name) {
    Optional<Versioned<TaskRecord>> found = objects.read(id(name));
    if (found.isEmpty()) {
      return false;
    }
    boolean[] wasOpen = {false};
    TaskStatus unused =
        change(
            name,
            () -> found.get().value(),
            record -> {
              wasOpen[0] |= !record.state().isEnd();
              return cancelled(record);
            });
    return wasOpen[0];
  }

  private Optional<TaskRecord> cancelled(TaskRecord record) {
    if (record.state().isEnd()) {
      return Optional.empty();
    }
    if (leases.isFree(record.lease())) {
      // Nobody does it who could stop. A new owner keeps a process that was believed dead out.
      LeaseState nobody = record.lease().taken(environment.newToken().toString());
      long now = environment.nowMicros();
      return Optional.of(
          record
              .withLease(nobody)
              .left(
                  TaskState.CANCELLED,
                  Optional.empty(),
                  record.failure(),
                  record.notBefore(),
                  now));
    }
    return record.cancel() ? Optional.empty() : Optional.of(record.cancelRequested());
  }

  /**
   * Changes a task, or inserts it if it is not there.
   *
   * @param change what to make of it, which may be asked again after others changed it; empty
   *     leaves it as it is
   */
  private TaskStatus change(
      String name, Supplier<TaskRecord> first, Function<TaskRecord, Optional<TaskRecord>> change) {
    UpdateableId<TaskRecord> id = id(name);
    Throwable last = new IllegalStateException("others changed it each time");
    for (int i = 0; i < TRIES; i++) {
      Optional<Versioned<TaskRecord>> found = objects.read(id);
      Optional<TaskRecord> next =
          found.isEmpty() ? Optional.of(first.get()) : change.apply(found.get().value());
      if (next.isEmpty()) {
        return status(found.get());
      }
      Update<TaskRecord> update =
          found.isEmpty()
              ? objects.insert(id, next.get(), OptionalLong.empty())
              : objects.swap(found.get(), next.get(), OptionalLong.empty());
      if (update instanceof Update.Applied<TaskRecord> applied) {
        return status(applied.written());
      } else if (update instanceof Update.Unknown<TaskRecord> unknown) {
        last = unknown.cause();
      }
    }
    throw new UnknownOutcomeException(
        "task '%s' could not be changed in %d tries; look at it and try again"
            .formatted(name, TRIES),
        last);
  }

  private static TaskStatus status(Versioned<TaskRecord> version) {
    TaskRecord record = version.value();
    LeaseState lease = record.lease();
    return new TaskStatus(
        version.id().name().orElseThrow(),
        record.run(),
        record.state(),
        record.parameter(),
        record.attempts(),
        lease.process().isEmpty()
            ? Optional.empty()
            : Optional.of("process %s on %s".formatted(lease.process(), lease.host())),
        record.checkpoint(),
        record.result(),
        record.failure(),
        instant(record.submitted()),
        instant(record.notBefore()),
        record.ended() == 0 ? Optional.empty() : Optional.of(instant(record.ended())),
        record.cancel());
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
