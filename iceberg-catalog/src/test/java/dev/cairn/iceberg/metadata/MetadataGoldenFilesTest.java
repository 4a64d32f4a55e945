package dev.cairn.iceberg.metadata;

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
import dev.cairn.iceberg.metadata.LogState.LogPart;
import dev.cairn.iceberg.metadata.StatisticsSidecar.StatisticsElement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stored forms are permanent: today's writer makes the bytes of the golden files, and every
 * golden file stays readable. {@code -Dcairn.test.golden=write} writes those that are missing.
 */
class MetadataGoldenFilesTest {
  private static final SnapshotLeaf LEAF =
      SnapshotLeaf.of(
          List.of(
              new SnapshotElement(
                  8744736658442914487L, -1, 0, 1_700_000_000_000L, "{\"snapshot-id\":1}", null),
              new SnapshotElement(
                  2,
                  8744736658442914487L,
                  7,
                  1_700_000_000_001L,
                  "{\"snapshot-id\":2,\"größe\":\"a,b\"}",
                  new StoredKey(0, 3, "key-1", "{\"key-id\":\"key-1\"}"))));
  private static final LeafEntry ENTRY =
      new LeafEntry(
          11,
          2,
          47,
          Bytes.ofHex("02"),
          12,
          Prints.pack(List.of(Prints.of(8744736658442914487L), Prints.of(2))),
          Prints.pack(List.of(Prints.of("key-1"))));
  private static final LogState LOG =
      new LogState(List.of(new LogPart(21, 17)), 4, List.of("{\"timestamp-ms\":1}"));
  private static final RefPosition REF =
      new RefPosition("main", 2, 11, 1, "{\"snapshot-id\":2,\"type\":\"branch\"}");

  private record Golden(String name, Object value) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Golden> values() {
    return List.of(
        new Golden(
            "table-1",
            new TableState(
                "s3://bucket/table/metadata/1.metadata.json",
                "{\"format-version\":2}",
                31,
                List.of(REF),
                0,
                List.of(41L),
                List.of(ENTRY),
                LEAF,
                51,
                52,
                LOG,
                LogState.EMPTY,
                4)),
        new Golden(
            "definition-1",
            new TableDefinition(
                "{\"properties\":{\"a\":\"ü\"}}",
                List.of(new StoredKey(0, 0, "kek", "{\"key-id\":\"kek\"}")))),
        new Golden("snapshots-1", LEAF),
        new Golden("directory-1", new LeafDirectory(List.of(ENTRY))),
        new Golden(
            "statistics-1",
            new StatisticsSidecar(
                List.of(new StatisticsElement(2, "{\"snapshot-id\":2}")),
                List.of(new StatisticsElement(2, "{\"file-size-in-bytes\":7}")))),
        new Golden("log-1", LogLeaf.of(List.of("{\"timestamp-ms\":1}", "{\"timestamp-ms\":2}"))),
        new Golden("refs-1", new RefTable(List.of(REF))),
        new Golden(
            "view-1",
            new ViewState("s3://bucket/view/metadata/1.metadata.json", "{\"view-uuid\":\"1\"}")));
  }

  private static Bytes golden(String name, Bytes today) throws IOException {
    if (Boolean.parseBoolean(System.getProperty("cairn.test.golden", "false"))) {
      Path file = Path.of("src/test/resources/golden/iceberg-" + name + ".hex");
      if (!Files.exists(file)) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, today.toHex().replaceAll("(.{96})", "$1\n") + "\n");
        return today;
      }
    }
    try (InputStream in =
        MetadataGoldenFilesTest.class.getResourceAsStream("/golden/iceberg-" + name + ".hex")) {
      assertNotNull(in, "the golden file of " + name + " is missing");
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return Bytes.ofHex(text.replaceAll("\\s", ""));
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void aReleaseReadsAndWritesTheBytesOfTheFirst(Golden golden) throws IOException {
    check(golden.name(), golden.value().getClass(), golden.value());
  }

  @SuppressWarnings("unchecked") // the type is the one of the value's class
  private static <T> void check(String name, Class<T> valueClass, Object value) throws IOException {
    ObjectType<T> type = ObjectTypes.discover().forClass(valueClass);
    Codec codec = new Codec(1);
    Bytes today = codec.encode(type, (T) value);
    Bytes stored = golden(name, today);
    var key = new ObjectRef(type.name(), 42).in(new Scope("tenant", "catalog"));
    assertEquals(value, codec.decode(type, key, Envelope.ofBytes(key, stored)));
    assertEquals(stored.toHex(), today.toHex());
  }

  @Test
  void everyTypeIsFoundByServiceLoaderAndHasAGoldenFile() {
    List<Class<?>> classes =
        values().stream().<Class<?>>map(each -> each.value().getClass()).toList();
    for (ObjectType<?> type : new MetadataTypes().types()) {
      assertTrue(ObjectTypes.discover().find(type.name()).isPresent(), type.name());
      assertTrue(classes.contains(type.valueClass()), type.name() + " has no golden file");
    }
  }

  @Test
  void aStateRefersToEverythingItNames() {
    TableState state = (TableState) values().get(0).value();
    assertEquals(
        List.of(
            new ObjectRef("iceberg.definition", 31),
            new ObjectRef("iceberg.directory", 41),
            new ObjectRef("iceberg.snapshots", 11),
            new ObjectRef("iceberg.statistics", 12),
            new ObjectRef("iceberg.statistics", 51),
            new ObjectRef("iceberg.statistics", 52),
            new ObjectRef("iceberg.log", 21)),
        List.copyOf(MetadataTypes.TABLE.references(state)));
  }
}
