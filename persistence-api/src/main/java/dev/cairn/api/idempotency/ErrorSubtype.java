package dev.cairn.api.idempotency;

import java.util.Locale;

/** Machine-readable reasons for refusing a request because of its key. */
public enum ErrorSubtype {
  /**
   * Another attempt is in progress; retry later. HTTP 503 with Retry-After. A protocol may require
   * 409, but an Iceberg client treats that as a failed commit and deletes files that the attempt in
   * progress may have just committed.
   */
  REQUEST_IN_PROGRESS(503),
  /** The key was used for another request: HTTP 422. */
  IDEMPOTENCY_KEY_CONFLICT(422),
  /** The outcome is unknown or no longer available, and the request is not executed again. */
  IDEMPOTENCY_REPLAY_FAILED(500);

  private final int status;

  ErrorSubtype(int status) {
    this.status = status;
  }

  /** The name in an error response, such as {@code request_in_progress}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The HTTP status to send unless the protocol requires another. */
  public int status() {
    return status;
  }
}
