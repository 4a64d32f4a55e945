package dev.cairn.api.catalog;

/** Where a tenant or a catalog is in its life. */
public enum LifeState {
  /** It has its name and ID, and whoever opens it does what is left to do. */
  CREATING,
  /** It can be used. */
  ACTIVE,
  /** It cannot be opened until somebody activates it again; what it holds stays. */
  DEACTIVATED,
  /** It is gone for ever, and its ID stays taken. */
  PURGED
}
