package dev.cairn.api.idempotency;

import java.util.Locale;

/** The state of a resource whose processing continues after the answer. */
public enum ProcessingStatus {
  /** Processing continues, or the state is unknown. */
  PROCESSING,
  /** Processing has completed. */
  COMPLETED,
  /** Processing has failed. */
  FAILED;

  /** Determines the state of a resource. */
  @FunctionalInterface
  public interface Resolver {
    /** The state of the resource {@code id}; an exception counts as {@link #PROCESSING}. */
    ProcessingStatus resolve(String id);
  }

  /** The value in a header, such as {@code processing}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
