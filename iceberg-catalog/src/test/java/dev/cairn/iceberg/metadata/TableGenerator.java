package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.BlobMetadata;
import org.apache.iceberg.GenericBlobMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.ImmutableGenericPartitionStatisticsFile;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.encryption.BaseEncryptedKey;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.JsonUtil;

/** Random tables and random updates, of every kind that Iceberg has. */
final class TableGenerator {
  /** The updates of encryption keys. */
  private static final Set<Integer> KEYS = Set.of(15, 16, 17, 18, 19, 30);

  private final Random random;
  private final int formatVersion;
  private long nextId;
  private boolean hasKeys = true;

  TableGenerator(Random random, int formatVersion) {
    this.random = random;
    this.formatVersion = formatVersion;
    this.nextId = random.nextLong() >>> 1;
  }

  TableMetadata newTable() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "größe", Types.StringType.get()),
            Types.NestedField.optional(3, "at", Types.TimestampType.withZone()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).day("at").build();
    SortOrder order = SortOrder.builderFor(schema).asc("id").build();
    return TableMetadata.newTableMetadata(
        schema,
        spec,
        order,
        "s3://bucket/warehouse/table",
        Map.of("format-version", "" + formatVersion, "owner", "\"ann\"\u0000\n{,}]"));
  }

  /** Whether updates have encryption keys from now on, as those of few tables do. */
  void setKeys(boolean hasKeys) {
    this.hasKeys = hasKeys;
  }

  /** A list of updates that belong to one commit; now and then one that Iceberg refuses. */
  List<MetadataUpdate> updates(TableMetadata table) {
    int kind = random.nextInt(40);
    if (KEYS.contains(kind) && !hasKeys) {
      return append(table, "main");
    }
    return switch (kind) {
      case 0 -> branchAt(table, SnapshotRefType.BRANCH);
      case 1 -> branchAt(table, SnapshotRefType.TAG);
      case 2 -> List.of(new MetadataUpdate.RemoveSnapshotRef(anyRef(table)));
      case 3 -> rollback(table);
      case 4, 5 -> properties();
      case 6 -> schema(table);
      case 7 -> spec(table);
      case 8 -> sortOrder(table);
      case 9 -> statistics(table);
      case 10 -> List.of(new MetadataUpdate.RemoveStatistics(anySnapshot(table)));
      case 11 -> partitionStatistics(table);
      case 12 -> List.of(new MetadataUpdate.RemovePartitionStatistics(anySnapshot(table)));
      case 13 -> expireSome(table);
      case 14 -> expireOldest(table);
      case 15 -> List.of(new MetadataUpdate.AddEncryptionKey(key("kek-" + random.nextInt(9))));
      case 16, 17, 18 -> encryptedAppend(table);
      case 19 -> removeKey(table);
      case 20 -> List.of(new MetadataUpdate.SetLocation(location()));
      case 21 -> twoAppends(table);
      case 22 -> List.of(new MetadataUpdate.AddSnapshot(next(table, table, null)));
      case 23 -> duplicateSnapshot(table);
      case 24 -> List.of(new MetadataUpdate.AssignUUID(uuid()));
      case 25 -> random.nextInt(5) == 0 ? upgrade(table) : append(table, "main");
      case 26 -> removeUnused(table);
      case 27 -> append(table, "branch-" + random.nextInt(4));
      case 28 -> random.nextInt(4) == 0 ? dropMain() : append(table, "main");
      case 29 -> replaceSnapshot(table);
      case 30 -> replaceKey(table);
      case 31 -> replaceTable(table);
      default -> append(table, "main");
    };
  }

  private List<MetadataUpdate> replaceSnapshot(TableMetadata table) {
    long id = anySnapshot(table);
    return List.of(
        new MetadataUpdate.RemoveSnapshots(Set.of(id)),
        new MetadataUpdate.AddSnapshot(next(id, table, table, null)));
  }

  private List<MetadataUpdate> replaceKey(TableMetadata table) {
    String id = ((MetadataUpdate.RemoveEncryptionKey) removeKey(table).get(0)).keyId();
    return List.of(
        new MetadataUpdate.RemoveEncryptionKey(id), new MetadataUpdate.AddEncryptionKey(key(id)));
  }

  /** What clients send for {@code CREATE OR REPLACE TABLE}. */
  private List<MetadataUpdate> replaceTable(TableMetadata table) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "at", Types.TimestampType.withZone()),
            Types.NestedField.optional(3, "replaced_" + random.nextInt(9), Types.DateType.get()));
    return table
        .buildReplacement(
            schema,
            PartitionSpec.unpartitioned(),
            SortOrder.builderFor(schema).desc("id").build(),
            location(),
            Map.of("replaced", "" + random.nextInt()))
        .changes();
  }

  private String location() {
    return "s3://bucket/warehouse/table-" + random.nextInt(5);
  }

  private String uuid() {
    return new java.util.UUID(random.nextLong(), random.nextLong()).toString();
  }

  List<MetadataUpdate> append(TableMetadata table, String branch) {
    Snapshot snapshot = next(table, table, null);
    return List.of(new MetadataUpdate.AddSnapshot(snapshot), set(branch, snapshot.snapshotId()));
  }

  private static MetadataUpdate.SetSnapshotRef set(String branch, long snapshot) {
    return new MetadataUpdate.SetSnapshotRef(
        branch, snapshot, SnapshotRefType.BRANCH, null, null, null);
  }

  private List<MetadataUpdate> encryptedAppend(TableMetadata table) {
    String key = "key-" + random.nextInt(2000);
    Snapshot snapshot = next(table, table, key);
    return List.of(
        new MetadataUpdate.AddEncryptionKey(key(key)),
        new MetadataUpdate.AddSnapshot(snapshot),
        set("main", snapshot.snapshotId()));
  }

  private BaseEncryptedKey key(String id) {
    byte[] secret = new byte[16];
    random.nextBytes(secret);
    return new BaseEncryptedKey(
        id, ByteBuffer.wrap(secret), "kek-" + random.nextInt(9), Map.of("made", "now"));
  }

  private List<MetadataUpdate> removeKey(TableMetadata table) {
    List<String> ids = new ArrayList<>();
    table.encryptionKeys().forEach(key -> ids.add(key.keyId()));
    ids.add("key-none");
    return List.of(new MetadataUpdate.RemoveEncryptionKey(ids.get(random.nextInt(ids.size()))));
  }

  private List<MetadataUpdate> twoAppends(TableMetadata table) {
    Snapshot one = next(table, table, null);
    TableMetadata then = TableMetadata.buildFrom(table).addSnapshot(one).build();
    Snapshot two = next(table, then, null);
    return List.of(
        new MetadataUpdate.AddSnapshot(one),
        set("main", one.snapshotId()),
        new MetadataUpdate.AddSnapshot(two),
        set("main", two.snapshotId()));
  }

  private List<MetadataUpdate> duplicateSnapshot(TableMetadata table) {
    return table.snapshots().isEmpty()
        ? append(table, "main")
        : List.of(
            new MetadataUpdate.AddSnapshot(
                table.snapshots().get(random.nextInt(table.snapshots().size()))));
  }

  private List<MetadataUpdate> branchAt(TableMetadata table, SnapshotRefType type) {
    // Long ones, so that the refs of some tables do not fit into the state.
    String name =
        type.name().toLowerCase(Locale.ROOT)
            + "-"
            + random.nextInt(40)
            + "-long".repeat(random.nextInt(3) == 0 ? 60 : 0);
    return List.of(
        new MetadataUpdate.SetSnapshotRef(
            name,
            anySnapshot(table),
            type,
            type == SnapshotRefType.BRANCH && random.nextBoolean() ? 3 : null,
            type == SnapshotRefType.BRANCH && random.nextBoolean() ? 4L : null,
            random.nextBoolean() ? 5L : null));
  }

  private String anyRef(TableMetadata table) {
    List<String> names = new ArrayList<>(table.refs().keySet());
    names.remove("main");
    names.add("none");
    names.sort(null);
    return names.get(random.nextInt(names.size()));
  }

  private static List<MetadataUpdate> dropMain() {
    return List.of(new MetadataUpdate.RemoveSnapshotRef("main"));
  }

  private List<MetadataUpdate> rollback(TableMetadata table) {
    return List.of(set("main", anySnapshot(table)));
  }

  private long anySnapshot(TableMetadata table) {
    List<Snapshot> all = table.snapshots();
    return all.isEmpty() || random.nextInt(30) == 0
        ? random.nextInt(5)
        : all.get(random.nextInt(all.size())).snapshotId();
  }

  private List<MetadataUpdate> properties() {
    String name = random.nextInt(6) + "é\"";
    return switch (random.nextInt(4)) {
      case 0 -> List.of(new MetadataUpdate.RemoveProperties(Set.of(name)));
      case 1 ->
          List.of(
              new MetadataUpdate.SetProperties(
                  Map.of("write.metadata.previous-versions-max", "" + random.nextInt(60))));
      default -> List.of(new MetadataUpdate.SetProperties(Map.of(name, "" + random.nextInt())));
    };
  }

  private List<MetadataUpdate> schema(TableMetadata table) {
    List<Types.NestedField> columns = new ArrayList<>(table.schema().columns());
    int id = table.lastColumnId() + 1;
    for (int i = 0; i < 3; i++, id += 4) {
      columns.add(
          Types.NestedField.optional("column_" + id)
              .withId(id)
              .ofType(type(table, id))
              .withDoc("\u2028 \"doc\"")
              .build());
    }
    if (table.formatVersion() >= 3) {
      columns.add(
          Types.NestedField.required("default_" + id)
              .withId(id)
              .ofType(Types.StringType.get())
              .withInitialDefault(Literal.of("\uD83D\uDE00"))
              .withWriteDefault(Literal.of("\""))
              .build());
    }
    Set<Integer> identifier = random.nextBoolean() ? Set.of(1) : Set.of();
    return List.of(
        new MetadataUpdate.AddSchema(new Schema(columns, identifier)),
        new MetadataUpdate.SetCurrentSchema(-1));
  }

  private Type type(TableMetadata table, int id) {
    List<Type> types =
        new ArrayList<>(
            List.of(
                Types.DoubleType.get(),
                Types.DecimalType.of(38, 10),
                Types.FixedType.ofLength(3),
                Types.ListType.ofOptional(id + 1, Types.UUIDType.get()),
                Types.MapType.ofOptional(
                    id + 1, id + 2, Types.StringType.get(), Types.TimeType.get()),
                Types.StructType.of(
                    Types.NestedField.optional(id + 1, "inner", Types.BinaryType.get()))));
    if (table.formatVersion() >= 3) {
      types.addAll(
          List.of(
              Types.TimestampNanoType.withZone(),
              Types.VariantType.get(),
              Types.GeometryType.crs84(),
              Types.UnknownType.get()));
    }
    return types.get(random.nextInt(types.size()));
  }

  private List<MetadataUpdate> spec(TableMetadata table) {
    int buckets = 1 + random.nextInt(200);
    int field = table.formatVersion() == 1 ? 1000 : table.lastAssignedPartitionId() + 1;
    String json =
        """
        {"spec-id":0,"fields":[{"name":"id_bucket","transform":"bucket[%d]","source-id":%d,"field-id":%d}]}"""
            .formatted(buckets, table.schema().findField("id").fieldId(), field);
    return List.of(
        new MetadataUpdate.AddPartitionSpec(PartitionSpecParser.fromJson(table.schema(), json)),
        new MetadataUpdate.SetDefaultPartitionSpec(-1));
  }

  private List<MetadataUpdate> sortOrder(TableMetadata table) {
    SortOrder order =
        random.nextBoolean()
            ? SortOrder.builderFor(table.schema()).desc("at").build()
            : SortOrder.builderFor(table.schema()).asc("at").desc("id").build();
    return List.of(
        new MetadataUpdate.AddSortOrder(order), new MetadataUpdate.SetDefaultSortOrder(-1));
  }

  private static List<MetadataUpdate> removeUnused(TableMetadata table) {
    Set<Integer> schemas = new HashSet<>();
    table.schemas().forEach(schema -> schemas.add(schema.schemaId()));
    schemas.remove(table.currentSchemaId());
    Set<Integer> specs = new HashSet<>();
    table.specs().forEach(spec -> specs.add(spec.specId()));
    specs.remove(table.defaultSpecId());
    return List.of(
        new MetadataUpdate.RemoveSchemas(schemas), new MetadataUpdate.RemovePartitionSpecs(specs));
  }

  private List<MetadataUpdate> statistics(TableMetadata table) {
    long snapshot = anySnapshot(table);
    List<BlobMetadata> blobs =
        List.of(new GenericBlobMetadata("ndv", snapshot, 1, List.of(1), Map.of("ndv", "12")));
    return List.of(
        new MetadataUpdate.SetStatistics(
            new GenericStatisticsFile(snapshot, "s3://stats/" + random.nextInt(), 9, 4, blobs)));
  }

  private List<MetadataUpdate> partitionStatistics(TableMetadata table) {
    return List.of(
        new MetadataUpdate.SetPartitionStatistics(
            ImmutableGenericPartitionStatisticsFile.builder()
                .snapshotId(anySnapshot(table))
                .path("s3://partition-stats/" + random.nextInt())
                .fileSizeInBytes(7)
                .build()));
  }

  private List<MetadataUpdate> expireSome(TableMetadata table) {
    Set<Long> ids = new HashSet<>();
    int share = 2 + random.nextInt(20);
    for (Snapshot snapshot : table.snapshots()) {
      if (random.nextInt(share) == 0 && (!isNamed(table, snapshot) || random.nextInt(9) == 0)) {
        ids.add(snapshot.snapshotId());
      }
    }
    return List.of(new MetadataUpdate.RemoveSnapshots(ids));
  }

  private List<MetadataUpdate> expireOldest(TableMetadata table) {
    Set<Long> ids = new HashSet<>();
    int count = table.snapshots().size() / (2 + random.nextInt(6));
    table.snapshots().stream()
        .limit(count)
        .filter(snapshot -> !isNamed(table, snapshot))
        .forEach(snapshot -> ids.add(snapshot.snapshotId()));
    return List.of(new MetadataUpdate.RemoveSnapshots(ids));
  }

  private static boolean isNamed(TableMetadata table, Snapshot snapshot) {
    return table.refs().values().stream()
        .anyMatch(ref -> ref.snapshotId() == snapshot.snapshotId());
  }

  private static List<MetadataUpdate> upgrade(TableMetadata table) {
    return List.of(new MetadataUpdate.UpgradeFormatVersion(Math.min(3, table.formatVersion() + 1)));
  }

  /** A new snapshot on {@code table}, after those of {@code then}. */
  private Snapshot next(TableMetadata table, TableMetadata then, String keyId) {
    return next(nextId++, table, then, keyId);
  }

  private Snapshot next(long id, TableMetadata table, TableMetadata then, String keyId) {
    ObjectNode json = JsonUtil.mapper().createObjectNode();
    if (then.formatVersion() > 1) {
      json.put("sequence-number", then.lastSequenceNumber() + 1);
    }
    json.put("snapshot-id", id);
    if (table.currentSnapshot() != null) {
      json.put("parent-snapshot-id", table.currentSnapshot().snapshotId());
    }
    json.put("timestamp-ms", table.lastUpdatedMillis() + random.nextInt(3));
    if (random.nextInt(20) != 0) { // old writers left it out
      ObjectNode summary = json.putObject("summary").put("operation", "append");
      for (int i = random.nextInt(8); i >= 0; i--) {
        summary.put("total-" + i, "" + random.nextInt());
      }
      if (random.nextInt(60) == 0) {
        summary.put("large", "x".repeat(5000));
      }
    }
    if (then.formatVersion() == 1 && random.nextBoolean()) {
      json.putArray("manifests").add("s3://bucket/m1.avro").add("s3://bucket/m2.avro");
    } else {
      json.put("manifest-list", "s3://bucket/warehouse/table/metadata/snap-" + id + ".avro");
    }
    if (random.nextInt(20) != 0) {
      json.put("schema-id", table.currentSchemaId());
    }
    if (then.formatVersion() >= 3) {
      json.put("first-row-id", then.nextRowId()).put("added-rows", random.nextInt(100));
    }
    if (keyId != null) {
      json.put("key-id", keyId);
    }
    return SnapshotParser.fromJson(json.toString());
  }
}
