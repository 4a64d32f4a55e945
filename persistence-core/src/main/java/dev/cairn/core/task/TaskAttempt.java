package dev.cairn.core.task;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.task.TaskCancelledException;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.TaskState;
import dev.cairn.api.task.TaskWork;
import dev.cairn.api.task.Tasks.Offer;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.lease.Change;
import dev.cairn.core.lease.Lease;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One attempt at a run, by the process that was granted its lease. */
final class TaskAttempt implements TaskContext {
  private static final int MAX_REASON = 1_000;

  private final String name;
  private final Lease<TaskRecord> lease;
  private final TaskSettings settings;
  private final Environment environment;
  private final TaskRecord begun;
  private long renewed;

  TaskAttempt(
      String name, Lease<TaskRecord> lease, TaskSettings settings, Environment environment) {
    this.name = name;
    this.lease = lease;
    this.settings = settings;
    this.environment = environment;
    this.begun = lease.known().value();
    this.renewed = begun.lease().since();
  }

  /** Does the work and stores how it ended. */
  Offer run(TaskWork work) {
    if (begun.cancel()) {
      return end(TaskState.CANCELLED, Optional.empty(), Optional.empty());
    }
    if (begun.attempts() > settings.maxAttempts()) {
      return end(
          TaskState.FAILED,
          Optional.empty(),
          Optional.of(
              "each process that did it died: " + begun.failure().orElse("no reason known")));
    }
    try {
      String result = work.run(this);
      return end(TaskState.SUCCEEDED, Optional.of(result), Optional.empty());
    } catch (TaskLostException e) {
      return Offer.LOST;
    } catch (TaskCancelledException e) {
      return end(TaskState.CANCELLED, Optional.empty(), Optional.of(reason(e)));
    } catch (Exception e) { // of other people's code
      return failed(reason(e));
    }
  }

  /** For a lease that was granted though there is nothing to do any more. */
  Offer giveBack() {
    return leave(UnaryOperator.identity(), Offer.NOT_DUE);
  }

  private static String reason(Exception e) {
    String text = e.toString();
    return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "…";
  }

  private Offer failed(String why) {
    int attempts = begun.attempts();
    if (attempts >= settings.maxAttempts()) {
      return end(TaskState.FAILED, Optional.empty(), Optional.of(why));
    }
    long notBefore = environment.nowMicros() + settings.retryAfter(attempts).toNanos() / 1_000;
    return leave(
        record ->
            record.left(
                TaskState.WAITING,
                Optional.empty(),
                Optional.of(why),
                notBefore,
                environment.nowMicros()),
        Offer.FAILED);
  }

  private Offer end(TaskState state, Optional<String> result, Optional<String> failure) {
    long now = environment.nowMicros();
    return leave(
        record -> record.left(state, result, failure, record.notBefore(), now), Offer.ENDED);
  }

  // If nobody can be told in time, the lease ends, and somebody else does the work again.
  private Offer leave(UnaryOperator<TaskRecord> change, Offer told) {
    for (int i = 1; i <= Backoff.BRIEF.tries(); i++) {
      try {
        Change<TaskRecord> left = lease.release(timestamp(), change);
        if (left instanceof Change.Applied) {
          return told;
        } else if (left instanceof Change.Lost) {
          return Offer.LOST;
        }
      } catch (BackendUnavailableException e) {
        // Nothing was done; it is tried again.
      }
      Backoff.BRIEF.await(i, environment);
    }
    return Offer.LOST;
  }

  @Override
  public long run() {
    return begun.run();
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
    if (timestamp() - renewed >= settings.lease().toMillis() / 3) {
      say(UnaryOperator.identity());
    }
  }

  @Override
  public void checkpoint(String text) {
    say(record -> record.reached(text));
  }

  private void say(UnaryOperator<TaskRecord> change) {
    long now = timestamp();
    try {
      Change<TaskRecord> said = lease.renew(settings.lease(), change);
      if (said instanceof Change.Applied) {
        renewed = now;
      } else if (said instanceof Change.Lost) {
        throw new TaskLostException("another process does task '%s' now".formatted(name));
      }
    } catch (BackendUnavailableException e) {
      // The lease stands as it was, and the next heartbeat tries again.
    }
    if (timestamp() > lease.state().until()) {
      throw new TaskLostException(
          "task '%s' could not be renewed for %s, so that another process may do it"
              .formatted(name, Duration.ofMillis(timestamp() - renewed)));
    }
    if (lease.known().value().cancel()) {
      throw new TaskCancelledException("somebody asked to stop task '%s'".formatted(name));
    }
  }

  private long timestamp() {
    return SnowflakeId.toTimestamp(environment.clock().instant());
  }
}
