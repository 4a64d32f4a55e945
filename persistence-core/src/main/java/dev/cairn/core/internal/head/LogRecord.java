package dev.cairn.core.internal.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The stored log entry of one commit of a head.
 *
 * @param id identifies the commit, within its head and globally
 * @param message the message of the change
 * @param attributes its attributes, by name
 * @param keys the keys it edited, by index, unless they are too many
 * @param manyKeys whether they are too many; then the head has no other commit, and they are the
 *     difference to the head before it
 * @param unknown properties that a newer release added
 */
public record LogRecord(
    long id,
    String message,
    SortedMap<String, String> attributes,
    SortedMap<String, List<Bytes>> keys,
    boolean manyKeys,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** Replaces absent properties by their defaults. */
  public LogRecord {
    message = message == null ? "" : message;
    attributes = attributes == null ? new TreeMap<>() : attributes;
    keys = keys == null ? new TreeMap<>() : keys;
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }
}
