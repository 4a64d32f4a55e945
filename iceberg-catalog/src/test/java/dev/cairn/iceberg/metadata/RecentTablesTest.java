package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.Test;

/** What is kept of tables is bounded, and given out once for exactly its state. */
class RecentTablesTest {
  private static final String FILE = "s3://bucket/warehouse/table/metadata/1.metadata.json";

  private final MetadataHeap heap = new MetadataHeap();
  private final TableStates states = new TableStates(heap);
  private final RecentTables recent = new RecentTables();

  private static ObjectRef ref(int number) {
    return MetadataTypes.TABLE.ref(number);
  }

  /** Keeps, as state {@code number}, a table with a property of so many characters. */
  private void keep(int number, int characters) {
    TableState state =
        heap.stored(TableStates.create(ManySnapshots.table(1), FILE, RawTable.none(), heap));
    keep(
        number,
        List.of(new MetadataUpdate.SetProperties(Map.of("p", "x".repeat(characters)))),
        state);
  }

  private void keep(int number, List<MetadataUpdate> updates, TableState state) {
    TableBase base = states.baseFor(state, updates);
    TableMetadata next = ManySnapshots.apply(base.metadata(), updates);
    recent.keep(
        base, next, ref(number), TableStates.update(base, next, FILE, RawTable.none(), heap), heap);
  }

  @Test
  void aStateGetsWhatWasKeptForItOnce() {
    keep(1, 1);
    assertTrue(recent.take(ref(2)).isEmpty());
    TableMetadata kept = recent.take(ref(1)).orElseThrow();
    assertEquals("x", kept.properties().get("p"));
    assertEquals(FILE, kept.metadataFileLocation());
    assertEquals(List.of(), kept.changes());
    assertTrue(recent.take(ref(1)).isEmpty());
  }

  @Test
  void theOldestGoWhenThereIsTooMuch() {
    IntStream.range(0, 20).forEach(number -> keep(number, 100_000));
    assertTrue(recent.size() >= 5 && recent.size() <= 10, () -> recent.size() + " are kept");
    assertTrue(recent.take(ref(0)).isEmpty());
    assertTrue(recent.take(ref(19)).isPresent());
    keep(20, 2_000_000);
    assertEquals(0, recent.size());
    keep(21, 1);
    assertTrue(recent.take(ref(21)).isPresent());
  }

  @Test
  void theOldestGoAlsoIfSnapshotsAreLarge() {
    TableState state =
        heap.stored(TableStates.create(ManySnapshots.table(1), FILE, RawTable.none(), heap));
    for (int i = 2; i < 22; i++) {
      Snapshot large =
          SnapshotParser.fromJson(
              """
              {"sequence-number":%d,"snapshot-id":%d,"timestamp-ms":%d,"manifest-list":"s3://a",
               "summary":{"operation":"append","text":"%s"}}"""
                  .formatted(i, i, System.currentTimeMillis(), "x".repeat(100_000)));
      keep(i, List.of(new MetadataUpdate.AddSnapshot(large)), state);
    }
    assertTrue(recent.size() >= 5 && recent.size() <= 10, () -> recent.size() + " are kept");
    assertTrue(recent.take(ref(21)).isPresent());
  }

  @Test
  void theOldestGoAlsoIfThereAreManyRefs() {
    List<MetadataUpdate> tags =
        IntStream.range(0, 2_000)
            .<MetadataUpdate>mapToObj(
                number ->
                    new MetadataUpdate.SetSnapshotRef(
                        "tag-" + number,
                        ManySnapshots.id(1),
                        SnapshotRefType.TAG,
                        null,
                        null,
                        null))
            .toList();
    TableState state =
        heap.stored(TableStates.create(ManySnapshots.table(1), FILE, RawTable.none(), heap));
    IntStream.range(0, 20).forEach(number -> keep(number, tags, state));
    assertTrue(recent.size() >= 5 && recent.size() <= 10, () -> recent.size() + " are kept");
  }
}
