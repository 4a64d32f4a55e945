package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.filter.FilteringGeneratorDelegate;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.util.JsonUtil;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a table, as Iceberg's parser writes it, taken apart.
 *
 * <p>Of an update of incomplete metadata, only what the update may have changed is written: schemas
 * alone are most of a table's JSON.
 */
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

  /**
   * The JSON of an update of {@code base}, which is incomplete: without the logs, and with only the
   * snapshots that {@code added} has.
   */
  static TableJson of(TableMetadata metadata, TableBase base, AddedIds added) {
    boolean isSame = hasSameDefinition(base.metadata(), metadata);
    Set<String> left = new HashSet<>(Set.of(SNAPSHOTS, SNAPSHOT_LOG, METADATA_LOG));
    if (isSame) {
      left.addAll(IN_DEFINITION);
    }
    JsonFields written = JsonFields.of(without(left, metadata));
    JsonFields fields =
        isSame ? written.and(JsonFields.of(base.table().definition().json())) : written;
    TableJson json = new TableJson(metadata, fields);
    json.lists.put(
        SNAPSHOTS,
        metadata.snapshots().stream()
            .filter(snapshot -> added.isNew(snapshot.snapshotId()))
            .map(snapshot -> parse(SnapshotParser.toJson(snapshot)))
            .toList());
    return json;
  }

  /**
   * Whether the definitions differ at most in their properties. The builder takes over what it does
   * not change, so the same parts are the same objects; the first format names the current ones.
   */
  static boolean hasSameDefinition(TableMetadata before, TableMetadata now) {
    return before.formatVersion() == now.formatVersion()
        && before.currentSchemaId() == now.currentSchemaId()
        && before.defaultSpecId() == now.defaultSpecId()
        && areSame(before.schemas(), now.schemas())
        && areSame(before.specs(), now.specs())
        && areSame(before.sortOrders(), now.sortOrders());
  }

  private static boolean areSame(List<?> before, List<?> now) {
    boolean areSame = before.size() == now.size();
    for (int i = 0; areSame && i < now.size(); i++) {
      areSame = before.get(i) == now.get(i);
    }
    return areSame;
  }

  private static String without(Set<String> names, TableMetadata metadata) {
    TokenFilter others =
        new TokenFilter() {
          @Override
          public @Nullable TokenFilter includeProperty(String name) {
            return names.contains(name) ? null : INCLUDE_ALL;
          }
        };
    StringWriter text = new StringWriter(1 << 10);
    try (JsonGenerator all = JsonUtil.factory().createGenerator(text);
        JsonGenerator filtered =
            new FilteringGeneratorDelegate(
                all, others, TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH, true)) {
      TableMetadataParser.toJson(metadata, filtered);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be written", e);
    }
    return text.toString();
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
