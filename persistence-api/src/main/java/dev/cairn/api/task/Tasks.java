package dev.cairn.api.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The tasks of a database.
 *
 * <pre>{@code
 * tasks.submit("reindex", "catalog 7");
 * tasks.run("reindex", context -> {
 *   int from = context.checkpoint().map(Integer::parseInt).orElse(0);
 *   for (int i = from; i < parts; i++) {
 *     reindex(context.parameter(), i);
 *     context.checkpoint(String.valueOf(i + 1));
 *   }
 *   return parts + " parts";
 * });
 * }</pre>
 *
 * <p>Thread-safe. All methods may throw {@link dev.cairn.api.BackendUnavailableException}; nothing
 * was changed then, unless the message says otherwise. Those that change a task throw {@link
 * dev.cairn.api.ClockOffException} before any change if the clock of this process is off.
 */
public interface Tasks {
  /** The result of an offer to run a task. */
  enum Offer {
    /** No run is due. */
    NOT_DUE,
    /** Another process runs it. */
    HELD,
    /** The run succeeded here, and its result is stored. */
    ENDED,
    /** The run failed here, and is retried later. */
    FAILED,
    /**
     * The run started here, and another process took over or will; work done here may be repeated.
     */
    LOST
  }

  /**
   * Submits a run of {@code name}. If one is waiting or running, joins it regardless of its
   * parameter. A periodic run that waits for its time becomes due now, with this parameter.
   *
   * @return the run, with the number to {@linkplain #await await}
   */
  TaskStatus submit(String name, String parameter);

  /** The newest run of {@code name}, if any. */
  Optional<TaskStatus> find(String name);

  /** The newest run of every task, by name. Costs a scan: for operators. */
  List<TaskStatus> list();

  /**
   * Runs the task on this thread if a run is due and no other process runs it.
   *
   * <p>At most one process runs it at a time, as long as the work calls {@link
   * TaskContext#heartbeat} in time and clocks are no farther apart than {@code
   * cairn.max-clock-skew}. If a process died while running it, this call takes over. An exception
   * of the work is stored as the reason of the failure; after an {@link Error}, which is thrown,
   * the process counts as dead.
   */
  Offer run(String name, Work work);

  /**
   * Runs a periodic task if it is due: {@code period} after the end of its last run, or after a
   * process first offered it. Also runs submitted runs.
   */
  Offer runEvery(Duration period, String name, String parameter, Work work);

  /**
   * Waits until the run is over.
   *
   * @return the finished run, or a later one if two have been submitted since
   * @throws IllegalArgumentException if the run does not exist
   */
  TaskStatus await(String name, long run, Duration atMost);

  /**
   * Cancels the waiting or running run. A waiting run ends at once; a running one ends at its next
   * heartbeat, or completes if it is faster.
   *
   * @return whether there was such a run
   */
  boolean cancel(String name);

  /**
   * The work of a task.
   *
   * <p>It may run again after it or its process failed at any point. If its process stalled for
   * longer than its lease, it may run concurrently with the stalled attempt. Repeating any part of
   * it, even concurrently, must therefore be harmless.
   */
  @FunctionalInterface
  interface Work {
    /**
     * Runs the work.
     *
     * @param context call its {@code heartbeat} at least every few seconds
     * @return the result, kept until the run after the next is submitted; a few kilobytes at most
     * @throws Exception if it failed; it is retried later
     */
    String run(TaskContext context) throws Exception;
  }
}
