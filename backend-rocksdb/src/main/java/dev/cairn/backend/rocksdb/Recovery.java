package dev.cairn.backend.rocksdb;

/** What opening does with a log that is damaged or shorter than it was. */
public enum Recovery {
  /** Refuses to open, so that nothing acknowledged is dropped without anybody knowing. */
  STRICT,

  /** Opens with what comes before the damage, and drops the rest for good. */
  POINT_IN_TIME
}
