package dev.cairn.api.task;

/**
 * The work of a task.
 *
 * <p>It may run again after it or its process failed at any point. If its process stalled for
 * longer than its lease, it may run concurrently with the stalled attempt. Repeating any part of
 * it, even concurrently, must therefore be harmless.
 */
@FunctionalInterface
public interface TaskWork {
  /**
   * Runs the work.
   *
   * @param context call its {@code heartbeat} at least every few seconds
   * @return the result, kept until the run after the next is submitted; a few kilobytes at most
   * @throws Exception if it failed; it is retried later
   */
  String run(TaskContext context) throws Exception;
}
