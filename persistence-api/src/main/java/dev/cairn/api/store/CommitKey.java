package dev.cairn.api.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/**
 * What makes a commit one that is applied at most once for each reference, request and step,
 * whoever tries it and however often. Comes from {@link
 * dev.cairn.api.idempotency.Ownership#commitKey}.
 *
 * <p>The same request has the same {@code acceptedAt} and {@code window} in all its attempts: they
 * say where in a head its key is found.
 *
 * @param request the full name of the request
 * @param step tells several commits of one request apart; empty if there is only one
 * @param acceptedAt when the first attempt at the request was accepted
 * @param deadline until when the commit may be submitted
 * @param window how long after {@code acceptedAt} a head keeps the key
 */
public record CommitKey(
    String request, String step, Instant acceptedAt, Instant deadline, Duration window) {
  /** How many bytes of a result are kept with a key. */
  public static final int MAX_RESULT_BYTES = 8 << 10;

  private static final int MAX_STEP_BYTES = 128;

  /** Checks that it can be kept. */
  public CommitKey {
    if (request.isEmpty()
        || step.getBytes(StandardCharsets.UTF_8).length > MAX_STEP_BYTES
        || (request + step).indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a request has a name, a step at most %d bytes, neither a zero: '%s', step '%s'"
              .formatted(MAX_STEP_BYTES, request, step));
    }
    if (window.compareTo(Duration.ofSeconds(1)) < 0
        || acceptedAt.isBefore(Instant.EPOCH)
        || deadline.isAfter(acceptedAt.plus(window))) {
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
