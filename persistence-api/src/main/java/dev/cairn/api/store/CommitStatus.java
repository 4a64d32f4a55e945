package dev.cairn.api.store;

/** The state of a commit as far as a process that did not run it can find out. */
public enum CommitStatus {
  /** It was applied. */
  APPLIED,
  /**
   * Only the process that runs the commit can decide: it was not applied, or may still be, or the
   * proof has expired.
   */
  UNKNOWN
}
