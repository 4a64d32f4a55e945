package dev.cairn.core.internal.task;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.task.TaskStatus;
import java.util.Map;
import java.util.Optional;

/**
 * The stored form of one run of a task. Times are microseconds since 1970.
 *
 * @param number counts the runs, from 1 on
 * @param state its state
 * @param parameter what it was submitted with
 * @param attempts how many attempts were begun
 * @param fruitless how many attempts were begun since its last progress
 * @param notBefore when it may begin
 * @param submitted when it was submitted
 * @param ended when it ended; 0 if it has not
 * @param cancel whether a caller asked to cancel it
 * @param checkpoint how far it got
 * @param result what it returned
 * @param failure why its last attempt failed
 * @param unknown properties that a newer release added
 */
public record TaskRun(
    long number,
    TaskStatus.State state,
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
  /** Replaces absent properties by their defaults. */
  public TaskRun {
    parameter = parameter == null ? "" : parameter;
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }

  static TaskRun submitted(long number, String parameter, long notBefore, long now) {
    return new TaskRun(
        number,
        TaskStatus.State.WAITING,
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

  /** Whether it waits for its time and has not begun. */
  boolean isAhead(long now) {
    return state == TaskStatus.State.WAITING && attempts == 0 && notBefore > now;
  }

  /** Whether it may begin at once, whatever clock it was submitted by. */
  boolean isToBeDoneAtOnce() {
    return attempts == 0 && notBefore <= submitted;
  }

  TaskRun begun() {
    return changed(TaskStatus.State.RUNNING, attempts + 1, fruitless + 1, cancel, checkpoint);
  }

  TaskRun cancelRequested() {
    return changed(state, attempts, fruitless, true, checkpoint);
  }

  TaskRun reached(String newCheckpoint) {
    boolean isFarther = !checkpoint.equals(Optional.of(newCheckpoint));
    return changed(state, attempts, isFarther ? 0 : fruitless, cancel, Optional.of(newCheckpoint));
  }

  private TaskRun changed(
      TaskStatus.State newState,
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

  /** The run after an attempt: ended, or to be tried again from {@code newNotBefore} on. */
  TaskRun left(
      TaskStatus.State newState,
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
