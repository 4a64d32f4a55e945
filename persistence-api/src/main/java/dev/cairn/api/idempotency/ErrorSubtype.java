package dev.cairn.api.idempotency;

import java.util.Locale;

/** What a client is told, machine-readably, when a key stands in the way of an ordinary answer. */
public enum ErrorSubtype {
  /**
   * Another attempt is under way: to be sent again a little later. HTTP 503 with Retry-After. A
   * protocol may ask for 409, but an Iceberg client takes that for the end of a failed commit and
   * deletes files which the attempt under way may have just committed.
   */
  REQUEST_IN_PROGRESS(503),
  /** The key was used for something else: HTTP 422. */
  IDEMPOTENCY_KEY_CONFLICT(422),
  /** It is over, or nobody can tell, and the answer cannot be given; not executed again. */
  IDEMPOTENCY_REPLAY_FAILED(500);

  private final int status;

  ErrorSubtype(int status) {
    this.status = status;
  }

  /** As it is written in an error response, such as {@code request_in_progress}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The HTTP status to send unless the protocol asks for another. */
  public int status() {
    return status;
  }
}
