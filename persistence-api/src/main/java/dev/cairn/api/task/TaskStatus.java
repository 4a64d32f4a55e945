package dev.cairn.api.task;

import java.time.Instant;
import java.util.Optional;

/**
 * The newest run of a task at one point in time.
 *
 * @param name the task
 * @param run the number of the run, from 1 on; each submission that begins one raises it
 * @param state where the run is
 * @param parameter what it was submitted with
 * @param attempts how often a process started it
 * @param holder the process that runs it, or ran it last, for operators
 * @param heldUntil when the lease of that process ends unless renewed; empty if it was released
 * @param checkpoint its last checkpoint
 * @param result what it returned, if it succeeded
 * @param failure why its last attempt failed, if one did
 * @param submittedAt when the run was submitted
 * @param notBefore the earliest time of the next attempt
 * @param endedAt when it ended
 * @param isCancelRequested whether cancellation was requested
 */
public record TaskStatus(
    String name,
    long run,
    State state,
    String parameter,
    int attempts,
    Optional<String> holder,
    Optional<Instant> heldUntil,
    Optional<String> checkpoint,
    Optional<String> result,
    Optional<String> failure,
    Instant submittedAt,
    Instant notBefore,
    Optional<Instant> endedAt,
    boolean isCancelRequested) {
  /** The state of a run of a task. */
  public enum State {
    /** The run has not started, or failed and will be retried. */
    WAITING,
    /** A process executes the run, or died doing so and another will take over. */
    RUNNING,
    /** The run succeeded. */
    SUCCEEDED,
    /** The run failed after the maximum number of attempts. */
    FAILED,
    /** The run was cancelled and has stopped. */
    CANCELLED;

    /** Whether the run is over. */
    public boolean isEnd() {
      return this != WAITING && this != RUNNING;
    }
  }
}
