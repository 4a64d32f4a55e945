package dev.cairn.core.task;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectType;
import dev.cairn.api.task.TaskState;
import dev.cairn.core.lease.LeaseState;
import java.util.Map;
import java.util.Optional;

/**
 * A task as it is stored. Times are microseconds since 1970.
 *
 * @param lease who does it
 * @param run the number of the newest run
 * @param state where that run is
 * @param parameter what it was submitted with
 * @param attempts how often it was begun
 * @param notBefore when it may begin
 * @param submitted when it was submitted
 * @param ended when it ended; 0 if it has not
 * @param cancel whether somebody asked to stop it
 * @param checkpoint how far it got
 * @param result what it returned
 * @param failure why its last attempt failed
 * @param unknown what a newer release put there
 */
public record TaskRecord(
    LeaseState lease,
    long run,
    TaskState state,
    String parameter,
    int attempts,
    long notBefore,
    long submitted,
    long ended,
    boolean cancel,
    Optional<String> checkpoint,
    Optional<String> result,
    Optional<String> failure,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** The type of the rows. */
  public static final ObjectType<TaskRecord> TYPE =
      new ObjectType<>() {
        @Override
        public String name() {
          return "cairn.task";
        }

        @Override
        public Class<TaskRecord> valueClass() {
          return TaskRecord.class;
        }

        @Override
        public boolean updateable() {
          return true;
        }
      };

  private static final LeaseState NOBODY = new LeaseState("", "", "", true, 0, 0, Map.of());

  /** Fills in what was left out. */
  public TaskRecord {
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  /** A task that nobody has ever done. */
  static TaskRecord first(String parameter, long notBefore, long now) {
    return new TaskRecord(
        NOBODY,
        1,
        TaskState.WAITING,
        parameter,
        0,
        notBefore,
        now,
        0,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  /** The run after one that is over. */
  TaskRecord next(String nextParameter, long now) {
    TaskRecord first = first(nextParameter, now, now);
    return new TaskRecord(
        lease,
        run + 1,
        first.state,
        first.parameter,
        first.attempts,
        first.notBefore,
        first.submitted,
        first.ended,
        first.cancel,
        first.checkpoint,
        first.result,
        first.failure,
        unknown);
  }

  /** Whether somebody who gets the lease at {@code now} is to do the work. */
  boolean isDue(long now) {
    return state == TaskState.RUNNING || (state == TaskState.WAITING && notBefore <= now);
  }

  TaskRecord withLease(LeaseState next) {
    return changed(next, state, attempts, notBefore, cancel, checkpoint);
  }

  TaskRecord begun(LeaseState next) {
    return changed(next, TaskState.RUNNING, attempts + 1, notBefore, cancel, checkpoint);
  }

  TaskRecord cancelRequested() {
    return changed(lease, state, attempts, notBefore, true, checkpoint);
  }

  TaskRecord reached(String newCheckpoint) {
    return changed(lease, state, attempts, notBefore, cancel, Optional.of(newCheckpoint));
  }

  private TaskRecord changed(
      LeaseState newLease,
      TaskState newState,
      int newAttempts,
      long newNotBefore,
      boolean newCancel,
      Optional<String> newCheckpoint) {
    return new TaskRecord(
        newLease,
        run,
        newState,
        parameter,
        newAttempts,
        newNotBefore,
        submitted,
        ended,
        newCancel,
        newCheckpoint,
        result,
        failure,
        unknown);
  }

  /** The run as an attempt leaves it: over, or to be tried again from {@code newNotBefore} on. */
  TaskRecord left(
      TaskState newState,
      Optional<String> newResult,
      Optional<String> newFailure,
      long newNotBefore,
      long now) {
    return new TaskRecord(
        lease,
        run,
        newState,
        parameter,
        attempts,
        newNotBefore,
        submitted,
        newState.isEnd() ? now : 0,
        cancel,
        checkpoint,
        newResult,
        newFailure,
        unknown);
  }
}
