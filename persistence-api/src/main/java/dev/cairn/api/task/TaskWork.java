package dev.cairn.api.task;

/**
 * What a task does.
 *
 * <p>It may run again after it, or the process that ran it, failed at any point, and, if its
 * process stood still for longer than its lease, while it still runs elsewhere. So doing a part of
 * it twice, also at once, must do no harm.
 */
@FunctionalInterface
public interface TaskWork {
  /**
   * Does it.
   *
   * @param context to be asked at least every few seconds
   * @return the result, to be kept until the next run is submitted; a few kilobytes at most
   * @throws Exception if it failed; it is tried again after a while
   */
  String run(TaskContext context) throws Exception;
}
