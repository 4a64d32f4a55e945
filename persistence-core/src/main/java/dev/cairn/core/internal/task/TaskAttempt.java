package dev.cairn.core.internal.task;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.internal.Utf8;
import dev.cairn.api.task.TaskCancelledException;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.api.task.Tasks.Offer;
import dev.cairn.core.internal.lease.Lease;
import dev.cairn.core.internal.lease.LeaseChange;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.SnowflakeId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One attempt at a run, by the process that was granted its lease. */
final class TaskAttempt implements TaskContext {
  private static final int MAX_REASON = 1_000;
  private static final Backoff AT_THE_END =
      new Backoff(Integer.MAX_VALUE, Duration.ofMillis(20), Duration.ofSeconds(1));

  private final String name;
  private final Lease<TaskRecord> lease;
  private final TaskSettings settings;
  private final Environment environment;
  private final TaskRun begun;
  private volatile long renewed;

  TaskAttempt(
      String name, Lease<TaskRecord> lease, TaskSettings settings, Environment environment) {
    this.name = name;
    this.lease = lease;
    this.settings = settings;
    this.environment = environment;
    this.begun = lease.known().value().run();
    this.renewed = lease.state().since();
  }

  /** Runs the work and stores how it ended. */
  Offer run(Tasks.Work work) {
    if (begun.cancel()) {
      return end(TaskStatus.State.CANCELLED, Optional.empty(), begun.failure());
    }
    if (begun.fruitless() > settings.maxAttempts()) {
      String why = "each process that ran it died: " + begun.failure().orElse("no reason known");
      return end(TaskStatus.State.FAILED, Optional.empty(), Optional.of(why));
    }
    String result;
    try {
      heartbeat(); // taking the lease may have taken long
      result = Objects.requireNonNull(work.run(this), "the work returned null and no result");
    } catch (TaskLostException e) {
      return Offer.LOST;
    } catch (TaskCancelledException e) {
      return end(TaskStatus.State.CANCELLED, Optional.empty(), Optional.of(reason(e)));
    } catch (Exception e) { // thrown by the application's code
      return failed(reason(e));
    }
    try {
      String text = Utf8.checked("the result of task '" + name + "'", result);
      return end(TaskStatus.State.SUCCEEDED, Optional.of(text), Optional.empty());
    } catch (ValueTooLargeException | IllegalArgumentException e) {
      return end(TaskStatus.State.FAILED, Optional.empty(), Optional.of(reason(e)));
    }
  }

  /** Releases a lease that was granted although there is no work left. */
  Offer giveBack() {
    return leave(UnaryOperator.identity()).isPresent() ? Offer.NOT_DUE : Offer.LOST;
  }

  private static String reason(Exception e) {
    String text = e.toString();
    String brief = text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "…";
    // Half of a surrogate pair, which cutting the text may leave too, becomes '?': the reason
    // matters more than its spelling, and must not be refused.
    return new String(brief.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private Offer failed(String why) {
    long now = environment.nowMicros();
    return ended(run -> afterFailure(run, Optional.of(why), now));
  }

  private TaskRun afterFailure(TaskRun run, Optional<String> why, long now) {
    if (run.cancel()) {
      return run.left(TaskStatus.State.CANCELLED, Optional.empty(), why, run.notBefore(), now);
    }
    boolean isLast = run.fruitless() >= settings.maxAttempts();
    long retryAt = Durations.after(now, settings.retryAfter(run.fruitless()));
    return run.left(
        isLast ? TaskStatus.State.FAILED : TaskStatus.State.WAITING,
        Optional.empty(),
        why,
        retryAt,
        now);
  }

  private Offer end(TaskStatus.State state, Optional<String> result, Optional<String> failure) {
    long now = environment.nowMicros();
    return ended(run -> run.left(state, result, failure, run.notBefore(), now));
  }

  private Offer ended(UnaryOperator<TaskRun> change) {
    return leave(change)
        .map(run -> run.state().isEnd() ? Offer.ENDED : Offer.FAILED)
        .orElse(Offer.LOST);
  }

  /** Tries to store the end while no other process can begin; empty if that time was too short. */
  private Optional<TaskRun> leave(UnaryOperator<TaskRun> change) {
    for (int i = 1; ; i++) {
      try {
        LeaseChange<TaskRecord> left =
            lease.release(Leases.NEVER, record -> record.with(change.apply(record.run())));
        if (left instanceof LeaseChange.Applied<TaskRecord> applied) {
          return Optional.of(applied.written().value().run());
        } else if (left instanceof LeaseChange.Lost) {
          return Optional.empty();
        }
      } catch (BackendUnavailableException e) {
        // Nothing was written; the loop tries again.
      }
      if (timestamp() > lease.state().until()) {
        return Optional.empty();
      }
      AT_THE_END.await(i, environment.patient());
    }
  }

  @Override
  public long run() {
    return begun.number();
  }

  @Override
  public String parameter() {
    return begun.parameter();
  }

  @Override
  public int attempt() {
    return begun.attempts();
  }

  @Override
  public Optional<String> checkpoint() {
    return begun.checkpoint();
  }

  @Override
  public void heartbeat() {
    long since = timestamp() - renewed;
    // A clock that went back does not tell how much time has passed.
    if (since < 0 || since >= settings.lease().toMillis() / 3) {
      say(UnaryOperator.identity());
    }
  }

  @Override
  public void checkpoint(String text) {
    say(run -> run.reached(text));
  }

  private void say(UnaryOperator<TaskRun> change) {
    long now = timestamp();
    try {
      LeaseChange<TaskRecord> said =
          lease.renew(settings.lease(), record -> record.with(change.apply(record.run())));
      if (said instanceof LeaseChange.Applied) {
        renewed = now;
      } else if (said instanceof LeaseChange.Lost) {
        throw new TaskLostException("another process runs task '%s' now".formatted(name));
      }
    } catch (BackendUnavailableException e) {
      // The lease is unchanged, and the next heartbeat tries again.
    }
    if (timestamp() > lease.state().until()) {
      throw new TaskLostException(
          "the lease of task '%s' could not be renewed for %s, so another process may run it now"
              .formatted(name, Duration.ofMillis(timestamp() - renewed)));
    }
    if (lease.known().value().run().cancel()) {
      throw new TaskCancelledException("task '%s' was cancelled".formatted(name));
    }
  }

  private long timestamp() {
    return SnowflakeId.toTimestamp(environment.clock().instant());
  }
}
