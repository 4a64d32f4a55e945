package dev.cairn.core.head;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a head says of one of its commits.
 *
 * @param id tells the commit from the others of its head, and from all others
 * @param message what the change said of itself
 * @param attributes what else it said, by name
 * @param keys the keys it edited, by index, unless they are too many
 * @param manyKeys whether they are; then the head has no other commit, and they are what differs
 *     from the head before it
 * @param unknown what a newer release put there
 */
public record LogRecord(
    long id,
    String message,
    SortedMap<String, String> attributes,
    SortedMap<String, List<Bytes>> keys,
    boolean manyKeys,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {
  /** Fills in what was left out. */
  public LogRecord {
    message = message == null ? "" : message;
    attributes = attributes == null ? new TreeMap<>() : attributes;
    keys = keys == null ? new TreeMap<>() : keys;
    unknown = unknown == null ? Map.of() : Map.copyOf(unknown);
  }
}
