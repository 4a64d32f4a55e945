package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.util.JsonUtil;

/** The JSON of a table, as Iceberg's parser writes it, taken apart. */
final class TableJson {
  static final String SNAPSHOTS = "snapshots";
  static final String REFS = "refs";
  static final String STATISTICS = "statistics";
  static final String PARTITION_STATISTICS = "partition-statistics";
  static final String SNAPSHOT_LOG = "snapshot-log";
  static final String METADATA_LOG = "metadata-log";
  static final String ENCRYPTION_KEYS = "encryption-keys";
  static final String PROPERTIES = "properties";

  private static final Set<String> IN_LISTS =
      Set.of(
          SNAPSHOTS,
          REFS,
          STATISTICS,
          PARTITION_STATISTICS,
          SNAPSHOT_LOG,
          METADATA_LOG,
          ENCRYPTION_KEYS);
  private static final Set<String> IN_DEFINITION =
      Set.of("schema", "schemas", "partition-spec", "partition-specs", "sort-orders", PROPERTIES);
  private static final Set<String> SCALARS =
      Set.of(
          "format-version",
          "table-uuid",
          "location",
          "last-sequence-number",
          "last-updated-ms",
          "last-column-id",
          "current-schema-id",
          "default-spec-id",
          "last-partition-id",
          "default-sort-order-id",
          "current-snapshot-id",
          "next-row-id");

  private final ObjectNode tree;

  private TableJson(ObjectNode tree) {
    this.tree = tree;
  }

  /** The JSON that Iceberg writes for {@code metadata}. */
  static TableJson of(TableMetadata metadata) {
    try (TokenBuffer tokens = new TokenBuffer(JsonUtil.mapper(), false)) {
      TableMetadataParser.toJson(metadata, tokens);
      return new TableJson(JsonUtil.mapper().readTree(tokens.asParser()));
    } catch (IOException e) {
      throw new UncheckedIOException("the table metadata cannot be written as JSON", e);
    }
  }

  /** The ID of the snapshot that {@code node} is, or belongs to. */
  static long id(JsonNode node) {
    return node.path("snapshot-id").longValue();
  }

  static JsonNode parse(String json) {
    try {
      return JsonUtil.mapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("the stored metadata is not JSON", e);
    }
  }

  /**
   * The scalar fields, and those of {@code other} that Iceberg does not know.
   *
   * @param other an earlier form of the table, or the file it was read from
   */
  String scalars(JsonNode other) {
    ObjectNode scalars = JsonUtil.mapper().createObjectNode();
    tree.properties().stream()
        .filter(field -> !IN_LISTS.contains(field.getKey()))
        .filter(field -> !IN_DEFINITION.contains(field.getKey()))
        .forEach(field -> scalars.set(field.getKey(), field.getValue()));
    other.properties().stream()
        .filter(field -> !IN_LISTS.contains(field.getKey()))
        .filter(field -> !IN_DEFINITION.contains(field.getKey()))
        .filter(field -> !SCALARS.contains(field.getKey()))
        .forEach(field -> scalars.putIfAbsent(field.getKey(), field.getValue()));
    return scalars.toString();
  }

  /** The fields of the definition; equal definitions have equal texts. */
  String definition() {
    ObjectNode definition = JsonUtil.mapper().createObjectNode();
    for (String name : new TreeSet<>(IN_DEFINITION)) {
      if (tree.has(name)) {
        definition.set(name, name.equals(PROPERTIES) ? sorted(tree.get(name)) : tree.get(name));
      }
    }
    return definition.toString();
  }

  private static ObjectNode sorted(JsonNode object) {
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    ObjectNode sorted = JsonUtil.mapper().createObjectNode();
    sorted.setAll(fields);
    return sorted;
  }

  /** The elements of the list {@code name}; none if it is missing. */
  List<JsonNode> list(String name) {
    List<JsonNode> elements = new ArrayList<>();
    tree.path(name).forEach(elements::add);
    return elements;
  }

  /** The elements of the list {@code name}, each as JSON. */
  List<String> texts(String name) {
    return list(name).stream().map(JsonNode::toString).toList();
  }

  /** The refs, sorted by name. */
  SortedMap<String, JsonNode> refs() {
    SortedMap<String, JsonNode> refs = new TreeMap<>();
    tree.path(REFS).properties().forEach(ref -> refs.put(ref.getKey(), ref.getValue()));
    return refs;
  }
}
