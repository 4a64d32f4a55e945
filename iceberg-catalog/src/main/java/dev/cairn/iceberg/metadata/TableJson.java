package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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

  private static final String EMPTY_LIST = "[]";

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

  private final TableMetadata metadata;
  private final JsonFields fields;
  private final Map<String, List<JsonNode>> lists = new HashMap<>();

  private TableJson(TableMetadata metadata, JsonFields fields) {
    this.metadata = metadata;
    this.fields = fields;
  }

  /** The JSON that Iceberg writes for {@code metadata}. */
  static TableJson of(TableMetadata metadata) {
    return new TableJson(metadata, JsonFields.of(TableMetadataParser.toJson(metadata)));
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
  String scalars(JsonFields other) {
    Map<String, String> scalars = new LinkedHashMap<>();
    fields.addTo(scalars, JsonFields.except(IN_LISTS, IN_DEFINITION));
    other.addTo(scalars, JsonFields.except(IN_LISTS, IN_DEFINITION, SCALARS));
    return JsonFields.object(scalars);
  }

  /** The fields of the definition; equal definitions have equal texts. */
  String definition() {
    Map<String, String> definition = new TreeMap<>();
    fields.addTo(definition, IN_DEFINITION::contains);
    definition.computeIfPresent(PROPERTIES, (name, unsorted) -> properties());
    return JsonFields.object(definition);
  }

  private String properties() {
    Map<String, String> sorted = new LinkedHashMap<>();
    new TreeMap<>(metadata.properties())
        .forEach(
            (name, value) ->
                sorted.put(JsonFields.escaped(name), '"' + JsonFields.escaped(value) + '"'));
    return JsonFields.object(sorted);
  }

  /** The elements of the list {@code name}; none if it is missing. */
  List<JsonNode> list(String name) {
    return lists.computeIfAbsent(
        name,
        none -> {
          String json = fields.get(name, EMPTY_LIST);
          List<JsonNode> elements = new ArrayList<>();
          if (!json.equals(EMPTY_LIST)) {
            parse(json).forEach(elements::add);
          }
          return List.copyOf(elements);
        });
  }

  /** The elements of the list {@code name}, each as JSON. */
  List<String> texts(String name) {
    return JsonFields.elements(fields.get(name, EMPTY_LIST));
  }

  /** The refs, sorted by name. */
  SortedMap<String, JsonNode> refs() {
    SortedMap<String, JsonNode> refs = new TreeMap<>();
    parse(fields.get(REFS, "{}"))
        .properties()
        .forEach(ref -> refs.put(ref.getKey(), ref.getValue()));
    return refs;
  }
}
