package dev.cairn.core.task;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.task.TaskState;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a task as it is stored. Times are microseconds since 1970.
 *
 * @param number counts the runs, from 1 on
 * @param state where it is
 * @param parameter what it was submitted with
 * @param attempts how often it was begun
 * @param fruitless how often it was begun since it last got farther
 * @param notBefore when it may begin
 * @param submitted when it was submitted
 * @param ended when it ended; 0 if it has not
 * @param cancel whether somebody asked to stop it
 * @param checkpoint how far it got
 * @param result what it returned
 * @param failure why its last attempt failed
 * @param unknown what a newer release put there
 */
public record TaskRun(
    long number,
    TaskState state,
    String parameter,
    int attempts,
    int fruitless,
    long notBefore,
    long submitted,
    long ended,
    boolean cancel,
    Optional<String> checkpoint,
    Optional<String> result,
    Optional<String> failure,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** Fills in what was left out. */
  public TaskRun {
    parameter = parameter == null ? "" : parameter;
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  static TaskRun submitted(long number, String parameter, long notBefore, long now) {
    return new TaskRun(
        number,
        TaskState.WAITING,
        parameter,
        0,
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

  /** Whether it waits for its time, and was never begun. */
  boolean isAhead(long now) {
    return state == TaskState.WAITING && attempts == 0 && notBefore > now;
  }

  TaskRun begun() {
    return changed(TaskState.RUNNING, attempts + 1, fruitless + 1, cancel, checkpoint);
  }

  TaskRun cancelRequested() {
    return changed(state, attempts, fruitless, true, checkpoint);
  }

  TaskRun reached(String newCheckpoint) {
    boolean isFarther = !checkpoint.equals(Optional.of(newCheckpoint));
    return changed(state, attempts, isFarther ? 0 : fruitless, cancel, Optional.of(newCheckpoint));
  }

  private TaskRun changed(
      TaskState newState,
      int newAttempts,
      int newFruitless,
      boolean newCancel,
      Optional<String> newCheckpoint) {
    return new TaskRun(
        number,
        newState,
        parameter,
        newAttempts,
        newFruitless,
        notBefore,
        submitted,
        ended,
        newCancel,
        newCheckpoint,
        result,
        failure,
        unknown);
  }

  /** The run as an attempt leaves it: over, or to be tried again from {@code newNotBefore} on. */
  TaskRun left(
      TaskState newState,
      Optional<String> newResult,
      Optional<String> newFailure,
      long newNotBefore,
      long now) {
    return new TaskRun(
        number,
        newState,
        parameter,
        attempts,
        fruitless,
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
