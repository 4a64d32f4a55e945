package dev.cairn.backend.rocksdb;

/** What opening does with a log that is damaged or shorter than it was. */
public enum LogRecovery {
  /** Refuses to open, so that nothing acknowledged is dropped silently. */
  STRICT,

  /** Opens with what comes before the damage, and drops the rest for good. */
  POINT_IN_TIME
}
