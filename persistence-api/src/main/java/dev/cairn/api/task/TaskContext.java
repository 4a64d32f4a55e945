package dev.cairn.api.task;

import java.util.Optional;

/** How the work of a task stays in touch with everybody else. Belongs to the thread that works. */
public interface TaskContext {
  /** The number of the run. */
  long run();

  /** What the run was submitted with. */
  String parameter();

  /** Which try this is, counted from 1. */
  int attempt();

  /** How far an earlier attempt of the same run got, if it said so. */
  Optional<String> checkpoint();

  /**
   * Says that the work goes on. To be called at least every few seconds; most calls cost nothing.
   *
   * @throws TaskCancelledException if somebody asked to stop it
   * @throws TaskLostException if the work has been taken over, or may be
   */
  void heartbeat();

  /**
   * Stores how far the work got, for whoever takes over, and says that it goes on. If the database
   * is away for a moment, whoever takes over goes on from the checkpoint before.
   *
   * @param text a few kilobytes at most
   * @throws TaskCancelledException if somebody asked to stop it
   * @throws TaskLostException if the work has been taken over, or may be
   */
  void checkpoint(String text);
}
