package dev.cairn.api.task;

/** Where a run of a task is. */
public enum TaskState {
  /** It has not begun, or failed and is to be tried again. */
  WAITING,
  /** A process does it; or did, and died, and another will take over. */
  RUNNING,
  /** It is done. */
  SUCCEEDED,
  /** It failed as often as it may. */
  FAILED,
  /** Somebody asked to stop it, and it stopped. */
  CANCELLED;

  /** Whether the run is over. */
  public boolean isEnd() {
    return this != WAITING && this != RUNNING;
  }
}
