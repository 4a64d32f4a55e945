package dev.cairn.api.store;

/** What can be said of a commit by somebody who did not run it. */
public enum CommitStatus {
  /** It was applied. */
  APPLIED,
  /**
   * Nobody but the process that runs it can tell: it was not applied, or may be yet, or what would
   * prove it is gone.
   */
  UNKNOWN
}
