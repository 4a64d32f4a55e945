package dev.cairn.api.task;

import java.util.Optional;

/** The connection between a task's work and the database. Used by the working thread. */
public interface TaskContext {
  /** The number of the run. */
  long run();

  /** The parameter that the run was submitted with. */
  String parameter();

  /** The number of this attempt, from 1. */
  int attempt();

  /** The last checkpoint of an earlier attempt of the same run, if any. */
  Optional<String> checkpoint();

  /**
   * Signals that the work continues. Call it at least every few seconds; most calls cost nothing.
   * During a longer call of the work, another thread may call this.
   *
   * @throws TaskCancelledException if the run was cancelled
   * @throws TaskLostException if another process has taken the work over, or may do so
   */
  void heartbeat();

  /**
   * Stores the progress of the work for a process that takes over, and signals that the work
   * continues. If the database is briefly unavailable, such a process resumes from the previous
   * checkpoint.
   *
   * @param text a few kilobytes at most
   * @throws TaskCancelledException if the run was cancelled
   * @throws TaskLostException if another process has taken the work over, or may do so
   */
  void checkpoint(String text);
}
