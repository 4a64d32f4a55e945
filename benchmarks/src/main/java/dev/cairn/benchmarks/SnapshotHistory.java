package dev.cairn.benchmarks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cairn.iceberg.catalog.TableCommit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.JsonUtil;

/** The history of a table to which Spark appended: one snapshot after the other, 0.7 KB each. */
record SnapshotHistory(String location) {
  private static final long FIRST_MILLIS = 1_760_000_000_000L;
  private static final String RUN = "0b9c7a52-61f3-4ac1-8d3b-4ef0f7c8a915";
  private static final int COLUMNS = 12;

  static Schema schema() {
    Types.NestedField[] columns = new Types.NestedField[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      columns[i] = Types.NestedField.optional(i + 1, "column_" + i, Types.StringType.get());
    }
    return new Schema(columns);
  }

  private static long id(int number) {
    return new SplittableRandom(number).nextLong() >>> 1;
  }

  /** The metadata file of a table with {@code count} snapshots. */
  String file(int count) {
    try {
      ObjectNode table = (ObjectNode) JsonUtil.mapper().readTree(emptyTable());
      ArrayNode snapshots = table.putArray("snapshots");
      ArrayNode log = table.putArray("snapshot-log");
      for (int number = 1; number <= count; number++) {
        snapshots.add(snapshot(number));
        log.addObject().put("timestamp-ms", FIRST_MILLIS + number).put("snapshot-id", id(number));
      }
      table.put("current-snapshot-id", id(count));
      table.put("last-sequence-number", count);
      table.put("last-updated-ms", FIRST_MILLIS + count);
      table
          .putObject("refs")
          .putObject(SnapshotRef.MAIN_BRANCH)
          .put("snapshot-id", id(count))
          .put("type", "branch");
      return table.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String emptyTable() {
    return TableMetadataParser.toJson(
        TableMetadata.newTableMetadata(
            schema(),
            PartitionSpec.unpartitioned(),
            SortOrder.unsorted(),
            location,
            Map.of("owner", "benchmark", "write.parquet.compression-codec", "zstd")));
  }

  private ObjectNode snapshot(int number) {
    ObjectNode snapshot = JsonUtil.mapper().createObjectNode();
    snapshot.put("snapshot-id", id(number)).put("sequence-number", (long) number);
    if (number > 1) {
      snapshot.put("parent-snapshot-id", id(number - 1));
    }
    snapshot.put("timestamp-ms", FIRST_MILLIS + number).put("schema-id", 0);
    snapshot.put(
        "manifest-list", "%s/metadata/snap-%d-1-%s.avro".formatted(location, id(number), RUN));
    ObjectNode summary = snapshot.putObject("summary").put("operation", "append");
    summary.put("spark.app.id", "local-1760000000000").put("engine-version", "4.1.0");
    for (String what : List.of("data-files", "records", "files-size")) {
      summary.put("added-" + what, "" + 1_000 * what.length());
      summary.put("total-" + what, "" + 1_000L * what.length() * number);
    }
    for (String none : List.of("delete-files", "position-deletes", "equality-deletes")) {
      summary.put("total-" + none, "0");
    }
    summary.put("changed-partition-count", "1");
    return snapshot;
  }

  /** The commit that adds snapshot {@code number} after the one before it. */
  TableCommit append(TableIdentifier table, int number) {
    MetadataUpdate.AddSnapshot add =
        new MetadataUpdate.AddSnapshot(SnapshotParser.fromJson(snapshot(number).toString()));
    MetadataUpdate.SetSnapshotRef move =
        new MetadataUpdate.SetSnapshotRef(
            SnapshotRef.MAIN_BRANCH, id(number), SnapshotRefType.BRANCH, null, null, null);
    return new TableCommit(
        table,
        List.of(new UpdateRequirement.AssertRefSnapshotID(SnapshotRef.MAIN_BRANCH, id(number - 1))),
        List.of(add, move));
  }
}
