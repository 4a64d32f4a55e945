package dev.cairn.api.task;

import dev.cairn.api.CairnException;

/**
 * Another process runs the task now, or may start to, because this one missed its heartbeats.
 *
 * <p>The work must end and let this exception pass.
 */
public final class TaskLostException extends CairnException {
  private static final long serialVersionUID = 1;

  public TaskLostException(String message) {
    super(message);
  }
}
