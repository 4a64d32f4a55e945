package dev.cairn.api.store;

import dev.cairn.api.internal.Utf8;
import java.time.Duration;
import java.time.Instant;

/**
 * The key of a commit that is applied at most once per reference, request and step.
 *
 * <p>This holds across processes and attempts. Keys come from {@link
 * dev.cairn.api.idempotency.Ownership#commitKey}.
 *
 * <p>All attempts at a request have the same {@code acceptedAt} and {@code window}: these determine
 * where a head stores the key.
 *
 * @param request the full name of the request
 * @param step distinguishes several commits of one request; empty if there is only one
 * @param acceptedAt when the first attempt at the request was accepted
 * @param deadline the latest time for the commit, by the clock of the committing process
 * @param window how long after {@code acceptedAt} a head keeps the key
 */
public record CommitKey(
    String request, String step, Instant acceptedAt, Instant deadline, Duration window) {
  /** The maximum size of a result that is kept with a key, in bytes. */
  public static final int MAX_RESULT_BYTES = 8 << 10;

  private static final int MAX_STEP_BYTES = 128;

  /** Checks names and times. */
  public CommitKey {
    Utf8.checked("the name of a request", request);
    if (request.isEmpty()
        || Utf8.encode("a step", step).length > MAX_STEP_BYTES
        || (request + step).indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a request has a name, a step at most %d bytes, neither a zero: '%s', step '%s'"
              .formatted(MAX_STEP_BYTES, request, step));
    }
    if (window.compareTo(Duration.ofSeconds(1)) < 0
        || acceptedAt.isBefore(Instant.EPOCH)
        || Duration.between(acceptedAt, deadline).compareTo(window) > 0) {
      throw new IllegalArgumentException(
          "a key is kept for a second or more, and until its deadline: accepted at %s, kept for %s, deadline %s"
              .formatted(acceptedAt, window, deadline));
    }
  }

  @Override
  public String toString() {
    return step.isEmpty() ? request : request + " step " + step;
  }
}
