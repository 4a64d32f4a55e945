package dev.cairn.api.task;

import dev.cairn.api.CairnException;

/** Somebody asked to stop the task: its work ends by letting this pass. */
public final class TaskCancelledException extends CairnException {
  private static final long serialVersionUID = 1;

  /** With a message for people. */
  public TaskCancelledException(String message) {
    super(message);
  }
}
