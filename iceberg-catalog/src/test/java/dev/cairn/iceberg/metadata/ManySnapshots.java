package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.util.JsonUtil;

/** Tables with a long history and snapshots of the size that engines write. */
final class ManySnapshots {
  private static final long START = 1_700_000_000_000L;
  private static final String LOCATION = "s3://bucket/warehouse/table";

  private ManySnapshots() {}

  static String file(int number) {
    return "%s/metadata/%05d-5a4d7a3e-8a3e-4a49-9a57-9f1d4f0a0e52.metadata.json"
        .formatted(LOCATION, number);
  }

  /** A table with {@code count} snapshots on its main branch. */
  static TableMetadata table(int count) {
    ObjectNode json = TableComparison.tree(new TableGenerator(new Random(1), 2).newTable());
    ArrayNode snapshots = json.putArray("snapshots");
    ArrayNode log = json.putArray("snapshot-log");
    for (int i = 1; i <= count; i++) {
      snapshots.add(snapshot(i));
      log.addObject().put("timestamp-ms", START + i).put("snapshot-id", id(i));
    }
    if (count > 0) {
      json.put("current-snapshot-id", id(count));
      json.putObject("refs").putObject("main").put("snapshot-id", id(count)).put("type", "branch");
      json.put("last-sequence-number", count);
    }
    json.put("last-updated-ms", START + count);
    return TableMetadataParser.fromJson(file(count), json);
  }

  static long id(int number) {
    return new Random(number).nextLong() >>> 1;
  }

  static ObjectNode snapshot(int number) {
    ObjectNode json = JsonUtil.mapper().createObjectNode();
    json.put("sequence-number", (long) number).put("snapshot-id", id(number));
    if (number > 1) {
      json.put("parent-snapshot-id", id(number - 1));
    }
    json.put("timestamp-ms", START + number);
    json.putObject("summary")
        .put("operation", "append")
        .put("spark.app.id", "application_1700000000000_0042")
        .put("added-data-files", "12")
        .put("added-records", "1000000")
        .put("added-files-size", "123456789")
        .put("changed-partition-count", "3")
        .put("total-records", "" + number * 1_000_000L)
        .put("total-files-size", "" + number * 123_456_789L)
        .put("total-data-files", "" + number * 12L)
        .put("total-delete-files", "0")
        .put("total-position-deletes", "0")
        .put("total-equality-deletes", "0");
    return json.put(
            "manifest-list",
            "%s/metadata/snap-%d-1-5a4d7a3e-8a3e-4a49-9a57-9f1d4f0a0e52.avro"
                .formatted(LOCATION, id(number)))
        .put("schema-id", 0);
  }

  static List<MetadataUpdate> append(int number) {
    Snapshot snapshot = SnapshotParser.fromJson(snapshot(number).toString());
    return List.of(
        new MetadataUpdate.AddSnapshot(snapshot),
        new MetadataUpdate.SetSnapshotRef(
            "main", snapshot.snapshotId(), SnapshotRefType.BRANCH, null, null, null));
  }

  static TableMetadata apply(TableMetadata base, List<MetadataUpdate> updates) {
    TableMetadata.Builder builder = TableMetadata.buildFrom(base);
    updates.forEach(update -> update.applyTo(builder));
    return builder.build();
  }
}
