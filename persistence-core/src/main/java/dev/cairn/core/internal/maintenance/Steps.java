package dev.cairn.core.internal.maintenance;

/** Receives every piece of work, to send heartbeats, or to stop the work by an exception. */
@FunctionalInterface
public interface Steps {
  /** Called before work on {@code rows} more rows. */
  void take(long rows);
}
