package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.internal.Utf8;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The outcome of a request, as sent to its client.
 *
 * @param status the HTTP status, or an equivalent number of three digits
 * @param headers the headers, by name
 * @param contentType the content type of the body
 * @param body the body, or a summary to rebuild it from
 * @param resourceId the resource that the request created or changed, if replays report its state
 */
public record Outcome(
    int status,
    SortedMap<String, List<String>> headers,
    Optional<String> contentType,
    Body body,
    Optional<String> resourceId) {

  /** The stored part of a body. */
  public sealed interface Body {
    /** The bytes. */
    Bytes bytes();

    /** The complete body. */
    record Full(Bytes bytes) implements Body {}

    /** A summary from which a {@link Rebuilder} restores the body. */
    record Summary(Bytes bytes) implements Body {}
  }

  /** Restores outcomes from summaries. */
  @FunctionalInterface
  public interface Rebuilder {
    /** The complete outcome; empty, or an exception, if it can no longer be restored. */
    Optional<Outcome> rebuild(Outcome summarized);
  }

  /** Copies the headers and refuses malformed text. */
  public Outcome {
    if (status < 100 || status > 999) {
      throw new IllegalArgumentException("a status has three digits, not " + status);
    }
    SortedMap<String, List<String>> copy = new TreeMap<>();
    headers.forEach(
        (name, values) -> {
          values.forEach(value -> Utf8.checked("the header " + name, value));
          copy.put(Utf8.checked("the name of a header", name), List.copyOf(values));
        });
    headers = Collections.unmodifiableSortedMap(copy);
    contentType.ifPresent(type -> Utf8.checked("the content type", type));
    resourceId.ifPresent(id -> Utf8.checked("the ID of the resource", id));
  }

  /**
   * Whether the server failed: a status of 500 to 599. Such an outcome says nothing about the
   * request itself; it is sent to the client but never stored.
   */
  public boolean isServerError() {
    return status / 100 == 5;
  }

  /** An outcome with only a status. */
  public static Outcome of(int status) {
    return new Outcome(
        status, new TreeMap<>(), Optional.empty(), new Body.Full(Bytes.empty()), Optional.empty());
  }

  /** An outcome with a body. */
  public static Outcome of(int status, String contentType, Bytes body) {
    return of(status).withBody(contentType, new Body.Full(body));
  }

  /** This outcome with another body. */
  public Outcome withBody(String type, Body newBody) {
    return new Outcome(status, headers, Optional.of(type), newBody, resourceId);
  }

  /** This outcome with other headers. */
  public Outcome withHeaders(Map<String, List<String>> newHeaders) {
    return new Outcome(status, new TreeMap<>(newHeaders), contentType, body, resourceId);
  }

  /** This outcome with the resource {@code id}. */
  public Outcome withResourceId(String id) {
    return new Outcome(status, headers, contentType, body, Optional.of(id));
  }
}
