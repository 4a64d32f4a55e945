package dev.cairn.api.task;

import dev.cairn.api.CairnException;

/**
 * Another process does the task now, or may begin to: this one did not say in time that it goes on.
 * Its work ends by letting this pass.
 */
public final class TaskLostException extends CairnException {
  private static final long serialVersionUID = 1;

  /** With a message for people. */
  public TaskLostException(String message) {
    super(message);
  }
}
