package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a request ended, as its client is told.
 *
 * @param status the HTTP status, or what stands for it
 * @param headers what goes with it, by name
 * @param contentType what the body is
 * @param body the body, or a summary to make it from
 * @param resourceId the resource that the request created or changed, if the server wants to say on
 *     replays how that has fared since
 */
public record Outcome(
    int status,
    SortedMap<String, List<String>> headers,
    Optional<String> contentType,
    Body body,
    Optional<String> resourceId) {

  /** What is kept of the body. */
  public sealed interface Body {
    /** The bytes. */
    Bytes bytes();

    /** All of it. */
    record Full(Bytes bytes) implements Body {}

    /** What the server needs to make it again, by a {@link Rebuilder}. */
    record Summary(Bytes bytes) implements Body {}
  }

  /** Makes the whole outcome from one with a summary. */
  @FunctionalInterface
  public interface Rebuilder {
    /** The outcome with its body; nothing, or an exception, if it cannot be made any more. */
    Optional<Outcome> rebuild(Outcome summarized);
  }

  /** Copies the headers. */
  public Outcome {
    if (status < 100 || status > 999) {
      throw new IllegalArgumentException("a status has three digits, not " + status);
    }
    SortedMap<String, List<String>> copy = new TreeMap<>();
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = Collections.unmodifiableSortedMap(copy);
  }

  /** A status and nothing else. */
  public static Outcome of(int status) {
    return new Outcome(
        status, new TreeMap<>(), Optional.empty(), new Body.Full(Bytes.empty()), Optional.empty());
  }

  /** A status with a body. */
  public static Outcome of(int status, String contentType, Bytes body) {
    return of(status).withBody(contentType, new Body.Full(body));
  }

  /** The same with another body. */
  public Outcome withBody(String type, Body newBody) {
    return new Outcome(status, headers, Optional.of(type), newBody, resourceId);
  }

  /** The same with other headers. */
  public Outcome withHeaders(Map<String, List<String>> newHeaders) {
    return new Outcome(status, new TreeMap<>(newHeaders), contentType, body, resourceId);
  }

  /** The same as the outcome for the resource {@code id}. */
  public Outcome withResourceId(String id) {
    return new Outcome(status, headers, contentType, body, Optional.of(id));
  }
}
