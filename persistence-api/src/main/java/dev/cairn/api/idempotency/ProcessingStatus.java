package dev.cairn.api.idempotency;

import java.util.Locale;

/** How far a resource is that a request created, where something goes on after the answer. */
public enum ProcessingStatus {
  /** Something is still to be done, or nobody could tell. */
  PROCESSING,
  /** All is done. */
  COMPLETED,
  /** It came to nothing. */
  FAILED;

  /** Looks how far a resource is. */
  @FunctionalInterface
  public interface Resolver {
    /** The state of the resource {@code id}; if it throws, that of one still being processed. */
    ProcessingStatus resolve(String id);
  }

  /** As it is written in a header, such as {@code processing}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
