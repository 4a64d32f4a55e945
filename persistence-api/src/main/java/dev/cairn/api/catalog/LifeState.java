package dev.cairn.api.catalog;

/** The lifecycle state of a tenant or catalog. */
public enum LifeState {
  /** It has a name and an ID; the next call that opens it completes its creation. */
  CREATING,
  /** It can be opened. */
  ACTIVE,
  /** It cannot be opened until it is activated again; its contents are kept. */
  DEACTIVATED,
  /** It is permanently removed; its ID is never reused. */
  PURGED
}
