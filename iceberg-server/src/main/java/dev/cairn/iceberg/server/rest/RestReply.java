package dev.cairn.iceberg.server.rest;

import dev.cairn.api.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer to a request.
 *
 * @param status the HTTP status
 * @param headers the headers of this answer
 * @param body what is sent
 * @param outcome how it came about, for metrics and the access log
 */
public record RestReply(int status, Map<String, String> headers, Body body, Outcome outcome) {
  /** The type of all bodies. */
  public static final String JSON = "application/json";

  /** How an answer came about. */
  public enum Outcome {
    /** The request was executed. */
    ORIGINAL,
    /** The stored outcome of an earlier request with the same key. */
    REPLAYED,
    /** The outcome of the same request, which was still executed when this one arrived. */
    WAITED,
    /** The request was refused. */
    REFUSED,
    /** The server failed, or the outcome is unknown. */
    FAILED
  }

  /** What is sent. */
  public sealed interface Body {}

  /** Nothing. */
  public record None() implements Body {}

  /** Bytes in memory. */
  public record Full(Bytes bytes) implements Body {}

  /** Bytes that are made when there is memory for them. */
  public non-sealed interface Deferred extends Body {
    /** About how many they are. */
    long length();

    /** Makes them. */
    Bytes bytes();
  }

  /** A body of any length, written while it is read from the catalog. */
  @FunctionalInterface
  public non-sealed interface Streamed extends Body {
    /** Writes the body. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Sorts the headers. */
  public RestReply {
    headers = new TreeMap<>(headers);
  }

  static RestReply ok(Body body) {
    return new RestReply(200, Map.of(), body, Outcome.ORIGINAL);
  }

  static RestReply json(String json) {
    return ok(new Full(Bytes.ofUtf8(json)));
  }

  static RestReply noContent() {
    return new RestReply(204, Map.of(), new None(), Outcome.ORIGINAL);
  }

  /** This answer with another body. */
  public RestReply withBody(Body other) {
    return new RestReply(status, headers, other, outcome);
  }

  /** This answer with another header. */
  public RestReply with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new RestReply(status, more, body, outcome);
  }
}
