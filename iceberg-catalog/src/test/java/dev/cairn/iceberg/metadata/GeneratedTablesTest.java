package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What random tables are made of. Properties that hold for generated tables mean something only as
 * far as these have every field of their format version, and their states every form.
 */
class GeneratedTablesTest {
  private static final String FILE = "s3://bucket/warehouse/table/metadata/%d.metadata.json";
  private static final int STEPS = 1_500;
  private static final int TABLES = 40;

  private static final Set<String> FIELDS =
      Set.of(
          "format-version",
          "table-uuid",
          "location",
          "last-updated-ms",
          "last-column-id",
          "current-schema-id",
          "schemas.schema-id",
          "schemas.identifier-field-ids",
          "schemas.fields.doc",
          "schemas.fields.type.fields.id",
          "schemas.fields.type.element-id",
          "schemas.fields.type.key-id",
          "default-spec-id",
          "partition-specs.fields.transform",
          "last-partition-id",
          "default-sort-order-id",
          "sort-orders.fields.null-order",
          "properties.owner",
          "current-snapshot-id",
          "refs.branch.max-ref-age-ms",
          "refs.branch.max-snapshot-age-ms",
          "refs.branch.min-snapshots-to-keep",
          "refs.tag.max-ref-age-ms",
          "snapshots.snapshot-id",
          "snapshots.parent-snapshot-id",
          "snapshots.timestamp-ms",
          "snapshots.summary.operation",
          "snapshots.manifest-list",
          "snapshots.schema-id",
          "statistics.snapshot-id",
          "statistics.statistics-path",
          "statistics.file-size-in-bytes",
          "statistics.file-footer-size-in-bytes",
          "statistics.blob-metadata.type",
          "statistics.blob-metadata.properties.ndv",
          "partition-statistics.snapshot-id",
          "partition-statistics.statistics-path",
          "partition-statistics.file-size-in-bytes",
          "snapshot-log.snapshot-id",
          "snapshot-log.timestamp-ms",
          "metadata-log.metadata-file",
          "metadata-log.timestamp-ms");

  private static final Set<String> FIELDS_OF_1 =
      Set.of("schema.fields.name", "partition-spec.transform", "snapshots.manifests");

  private static final Set<String> FIELDS_OF_2 =
      Set.of("last-sequence-number", "snapshots.sequence-number");

  private static final Set<String> FIELDS_OF_3 =
      Set.of(
          "schemas.fields.initial-default",
          "schemas.fields.write-default",
          "next-row-id",
          "snapshots.first-row-id",
          "snapshots.added-rows",
          "snapshots.key-id",
          "encryption-keys.key-id",
          "encryption-keys.encrypted-key-metadata",
          "encryption-keys.encrypted-by-id",
          "encryption-keys.properties.made");

  /** Adds the paths of all that is not empty. */
  private static void addPaths(Set<String> paths, String path, JsonNode node) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field -> {
                boolean isRef = path.equals("refs");
                String name = isRef ? field.getValue().path("type").asText() : field.getKey();
                addPaths(paths, path.isEmpty() ? name : path + "." + name, field.getValue());
              });
    } else if (node.isArray()) {
      node.forEach(element -> addPaths(paths, path, element));
    } else if (!node.isNull() && !node.asText().isEmpty()) {
      paths.add(path);
    }
  }

  /** A property that only a few tables could break is not tried. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aGoodShareOfThemHasEachFieldOfItsFormatVersion(int version) {
    Set<String> fields = new TreeSet<>(FIELDS);
    fields.addAll(version == 1 ? FIELDS_OF_1 : FIELDS_OF_2);
    fields.addAll(version == 3 ? FIELDS_OF_3 : Set.of());
    Map<String, Integer> counts = new TreeMap<>();
    fields.forEach(field -> counts.put(field, 0));
    int tables = 0;
    for (int seed = 0; seed < TABLES; seed++) {
      TableMetadata table = TableRoundTripPropertyTest.generated(seed, version, 80);
      if (table.formatVersion() == version) {
        tables++;
        Set<String> found = new HashSet<>();
        addPaths(found, "", TableJson.parse(TableMetadataParser.toJson(table)));
        found.forEach(field -> counts.computeIfPresent(field, (name, count) -> count + 1));
      }
    }
    int least = tables / 4;
    assertTrue(tables > TABLES / 2, "tables of this version: " + tables);
    counts.values().removeIf(count -> count >= least);
    assertEquals(Map.of(), counts, "fields that less than " + least + " tables have");
  }

  /** Each form that a state can have, as {@link UpdateSequenceTest} makes them. */
  private static Set<String> forms(TableState state, MetadataReader objects) {
    Set<String> forms = new HashSet<>();
    List<LeafEntry> inDirectory = new TableReader(objects, state).inDirectory();
    for (LeafEntry entry : inDirectory) {
      add(forms, "a leaf in the directory", true);
      add(forms, "expiry in the directory", !entry.removedSlots().isEmpty());
      add(forms, "statistics in the directory", entry.statistics() != 0);
      add(forms, "keys in the directory", entry.keyPrints().length() > 0);
    }
    for (LeafEntry entry : state.young()) {
      add(forms, "a young leaf", true);
      add(forms, "expiry from the middle", entry.removedSlots().nextSetBit(0) > 0);
      add(forms, "statistics of a young leaf", entry.statistics() != 0);
    }
    add(forms, "refs beside the state", state.refTable() != 0);
    add(forms, "statistics of the tail", state.tailStatistics() != 0);
    add(forms, "statistics of no snapshot", state.otherStatistics() != 0);
    add(forms, "keys of the tail", !state.tail().keys().isEmpty());
    add(forms, "leaves of the snapshot log", !state.snapshotLog().parts().isEmpty());
    add(forms, "leaves of the metadata log", !state.metadataLog().parts().isEmpty());
    add(forms, "a snapshot log cut at the front", state.snapshotLog().skip() > 0);
    add(forms, "a metadata log cut at the front", state.metadataLog().skip() > 0);
    return forms;
  }

  private static void add(Set<String> forms, String form, boolean isThere) {
    if (isThere) {
      forms.add(form);
    }
  }

  @Test
  void theirStatesHaveEveryForm() {
    MetadataHeap heap = new MetadataHeap();
    TableStates states = new TableStates(heap);
    TableGenerator generator = new TableGenerator(new Random(7), 3);
    TableMetadata table =
        TableMetadataParser.fromJson(
            FILE.formatted(0), TableMetadataParser.toJson(generator.newTable()));
    TableState state =
        heap.stored(TableStates.create(table, FILE.formatted(0), RawTable.none(), heap));
    Set<String> found = new TreeSet<>();
    for (int step = 1; step <= STEPS; step++) {
      List<MetadataUpdate> updates = generator.updates(table);
      TableBase base = states.baseFor(state, updates);
      TableMetadata next;
      try {
        next = ManySnapshots.apply(base.metadata(), updates);
      } catch (IllegalArgumentException | ValidationException refused) {
        continue;
      }
      if (next != base.metadata()) {
        String file = FILE.formatted(step);
        state = heap.stored(TableStates.update(base, next, file, RawTable.none(), heap));
        table = states.load(state);
        found.addAll(forms(state, heap));
        heap.retain(heap.reachable(state));
      }
    }
    assertEquals(
        new TreeSet<>(
            Set.of(
                "a leaf in the directory",
                "a metadata log cut at the front",
                "a snapshot log cut at the front",
                "a young leaf",
                "expiry from the middle",
                "expiry in the directory",
                "keys in the directory",
                "keys of the tail",
                "leaves of the metadata log",
                "leaves of the snapshot log",
                "refs beside the state",
                "statistics in the directory",
                "statistics of a young leaf",
                "statistics of no snapshot",
                "statistics of the tail")),
        found);
  }
}
