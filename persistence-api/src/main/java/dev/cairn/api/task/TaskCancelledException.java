package dev.cairn.api.task;

import dev.cairn.api.CairnException;

/** The task was cancelled. The work must end and let this exception pass. */
public final class TaskCancelledException extends CairnException {
  private static final long serialVersionUID = 1;

  public TaskCancelledException(String message) {
    super(message);
  }
}
