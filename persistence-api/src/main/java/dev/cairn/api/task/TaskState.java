package dev.cairn.api.task;

/** The state of a run of a task. */
public enum TaskState {
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
