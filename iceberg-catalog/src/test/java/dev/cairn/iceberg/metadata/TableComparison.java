package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/**
 * Compares metadata by all that Iceberg writes of it. Iceberg's builder keeps statistics in a hash
 * map, so their order means nothing.
 */
final class TableComparison {
  private TableComparison() {}

  static ObjectNode tree(TableMetadata metadata) {
    ObjectNode tree = (ObjectNode) TableJson.parse(TableMetadataParser.toJson(metadata));
    sort(tree, "statistics");
    sort(tree, "partition-statistics");
    return tree;
  }

  private static void sort(ObjectNode tree, String list) {
    List<JsonNode> elements = new ArrayList<>();
    tree.path(list).forEach(elements::add);
    elements.sort(Comparator.comparing(JsonNode::toString));
    tree.putArray(list).addAll(elements);
  }

  static void assertSame(TableMetadata expected, TableMetadata found) {
    assertEqual(tree(expected), tree(found));
    assertEquals(expected.metadataFileLocation(), found.metadataFileLocation());
    assertEquals(expected.changes().size(), found.changes().size());
  }

  /** Fields may be in any order; only those that differ are shown. */
  private static void assertEqual(ObjectNode expected, ObjectNode found) {
    Set<String> names = new TreeSet<>();
    expected.fieldNames().forEachRemaining(names::add);
    found.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (!expected.path(name).equals(found.path(name))) {
        assertEquals(expected.path(name).toPrettyString(), found.path(name).toPrettyString(), name);
      }
    }
  }

  /**
   * Holds that {@code found} is what Iceberg's own server returns of {@code all} for {@code
   * snapshots=refs}: without the other snapshots and their statistics, with the complete snapshot
   * log. Time travel of clients needs the log, and they do not load it later.
   */
  static void assertReferencedOf(TableMetadata all, TableMetadata found) {
    TableMetadata suppressed =
        TableMetadata.buildFrom(all)
            .withMetadataLocation(all.metadataFileLocation())
            .suppressHistoricalSnapshots()
            .discardChanges()
            .build();
    ObjectNode expected = tree(suppressed);
    ObjectNode tree = tree(found);
    sort(expected, "snapshots");
    sort(tree, "snapshots");
    assertEqual(expected, tree);
    assertEquals(all.snapshotLog(), found.snapshotLog());
  }
}
