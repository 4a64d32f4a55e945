package dev.cairn.iceberg.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;

/** Stored forms and keys of the catalog are permanent. */
class CatalogGoldenFilesTest {
  private static final ObjectRef STATE = new ObjectRef("iceberg.table", 7);

  private static Map<String, Bytes> golden() throws IOException {
    Map<String, Bytes> entries = new LinkedHashMap<>();
    try (InputStream in =
        CatalogGoldenFilesTest.class.getResourceAsStream("/golden/iceberg-catalog-1.txt")) {
      assertNotNull(in, "the golden file of the catalog is missing");
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" ", 2))
          .forEach(entry -> entries.put(entry[0], Bytes.ofHex(entry[1])));
    }
    return entries;
  }

  private static ObjectType<NamespaceState> type() {
    return ObjectTypes.discover().forClass(NamespaceState.class);
  }

  @Test
  void aReleaseWritesAndReadsTheBytesOfTheFirst() throws IOException {
    EntityEntry entry = new EntityEntry(EntityKind.TABLE, 1L << 60, STATE);
    DroppedEntity dropped =
        new DroppedEntity(
            new EntityEntry(EntityKind.VIEW, 5, STATE),
            new DroppedEntity.Details(
                EntityKind.VIEW,
                5,
                List.of("a", "ü"),
                "v",
                1_700_000_000_000L,
                "ann",
                true,
                false));
    EntityRecord record =
        new EntityRecord(EntityKind.TABLE, "contents", "00ff", List.of("s3://bucket/t"));
    NamespaceState namespace = new NamespaceState(Map.of("b", "2", "a", "ü"));
    MutationSummary tables =
        new MutationSummary(
            MutationSummary.Form.TABLES,
            "update-table",
            List.of(new MutationSummary.Entity(1L << 60, 7), new MutationSummary.Entity(5, 6)),
            Bytes.empty());
    MutationSummary properties =
        new MutationSummary(
            MutationSummary.Form.PROPERTIES,
            "update-namespace",
            List.of(new MutationSummary.Entity(9, 0)),
            Bytes.ofHex("05"));
    ObjectType<ResetRecord> resetType = ObjectTypes.discover().forClass(ResetRecord.class);
    TableIdentifier table = TableIdentifier.of(Namespace.of("a", "ü"), "t");
    ResetRecord reset =
        ResetRecord.of(new ResetReport(3, List.of(table), List.of(TableIdentifier.of("b", "u"))));
    Codec codec = new Codec(1);
    Map<String, Bytes> today = new LinkedHashMap<>();
    today.put("namespace", codec.encode(type(), namespace));
    today.put("entry", EntityEntry.SERIALIZER.payload(entry));
    today.put("dropped", DroppedEntity.SERIALIZER.payload(dropped));
    today.put("entity", StoredJson.write(record));
    today.put("key-of-namespace", CatalogKeys.of(Namespace.of("a", "b.c")));
    today.put("key-of-table", CatalogKeys.of(TableIdentifier.of(Namespace.of("a", "b"), "t")));
    today.put("key-of-entity", CatalogKeys.of(1L << 60));
    today.put("summary-of-tables", tables.encode());
    today.put("summary-of-properties", properties.encode());
    today.put("summary-of-view", summary(MutationSummary.Form.VIEW).encode());
    today.put("summary-of-entities", summary(MutationSummary.Form.ENTITIES).encode());
    today.put("summary-of-reset", summary(MutationSummary.Form.RESET).encode());
    today.put("reset", codec.encode(resetType, reset));
    StringBuilder text = new StringBuilder();
    today.forEach(
        (name, bytes) -> text.append(name).append(' ').append(bytes.toHex()).append('\n'));
    Map<String, Bytes> stored = golden();
    assertEquals(stored, today, text::toString);
    var key = new ObjectRef(type().name(), 42).in(new Scope("tenant", "catalog"));
    assertEquals(
        namespace, codec.decode(type(), key, Envelope.ofBytes(key, stored.get("namespace"))));
    var resetKey = new ObjectRef(resetType.name(), 42).in(new Scope("tenant", "catalog"));
    assertEquals(
        reset, codec.decode(resetType, resetKey, Envelope.ofBytes(resetKey, stored.get("reset"))));
    assertEquals(entry, EntityEntry.SERIALIZER.read(STATE, stored.get("entry")));
    assertEquals(dropped, DroppedEntity.SERIALIZER.read(STATE, stored.get("dropped")));
    assertEquals(tables, MutationSummary.decode(stored.get("summary-of-tables")));
    assertEquals(properties, MutationSummary.decode(stored.get("summary-of-properties")));
    assertEquals(record, StoredJson.read(EntityRecord.class, stored.get("entity")));
  }

  private static MutationSummary summary(MutationSummary.Form form) {
    return new MutationSummary(
        form, "x", List.of(new MutationSummary.Entity(9, 10)), Bytes.empty());
  }

  @Test
  void theKeyOfATableHasItsNamespaceAsOneElement() {
    TableIdentifier name = TableIdentifier.of(Namespace.of("a", "b.c/\u0001"), "t%");
    assertEquals(name, CatalogKeys.identifier(CatalogKeys.of(name)));
    assertTrue(
        CatalogKeys.of(name).startsWith(CatalogKeys.contentsOf(name.namespace())),
        "a listing reads one range");
    assertTrue(
        !CatalogKeys.of(name).startsWith(CatalogKeys.contentsOf(Namespace.of("a"))),
        "and none of the children's");
  }
}
