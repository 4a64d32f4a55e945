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
 * <p>All methods may throw {@link dev.cairn.api.BackendUnavailableException}; then nothing was
 * done, unless it says otherwise. Any thread may call them.
 */
public interface Tasks {
  /** What came of an offer to do a task. */
  enum Offer {
    /** There is nothing to do, or not yet. */
    NOT_DUE,
    /** Another process does it. */
    HELD,
    /** It was done here, and its outcome is stored. */
    ENDED,
    /** It failed here, and is tried again after a while. */
    FAILED,
    /**
     * It was begun here, and another process took over or will; what was done here may be done
     * again.
     */
    LOST
  }

  /**
   * Begins a run of {@code name}; if one waits or runs, joins that one, whatever its parameter. A
   * periodic run that waits for its time is begun now, with this parameter.
   *
   * @return the run, with the number to {@linkplain #await await} it by
   */
  TaskStatus submit(String name, String parameter);

  /** The newest run of {@code name}, if there ever was one. */
  Optional<TaskStatus> find(String name);

  /** The newest run of every task there ever was, by name. Costs a scan: for people. */
  List<TaskStatus> list();

  /**
   * Does the task on this thread, if a run is due and nobody else does it.
   *
   * <p>At most one process does it at a time, as long as it calls {@link TaskContext#heartbeat} in
   * time and clocks are no farther apart than {@code cairn.max-clock-skew}. If a process died while
   * it did it, this takes over. What the work throws is stored as the reason of the failure.
   */
  Offer run(String name, TaskWork work);

  /**
   * The same for a task that is to be done every {@code period}, counted from the end of its last
   * run, or from when a process first offered it. Runs that are submitted are done as well.
   */
  Offer runEvery(Duration period, String name, String parameter, TaskWork work);

  /**
   * Waits until the run is over.
   *
   * @return the run as it is then; a later one, if two have been submitted since
   * @throws IllegalArgumentException if there never was such a run
   */
  TaskStatus await(String name, long run, Duration atMost);

  /**
   * Asks to stop the run that waits or runs. One that waits ends at once; one that runs ends at the
   * next heartbeat, or as if nobody had asked if it is faster.
   *
   * @return whether there was one
   */
  boolean cancel(String name);
}
