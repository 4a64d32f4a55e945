package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/** Any table that Iceberg's builder can make comes back as it was stored. */
class TableRoundTripPropertyTest {
  private static final String FILE = "s3://bucket/warehouse/table/metadata/1.metadata.json";

  private final MetadataHeap heap = new MetadataHeap();

  static TableMetadata generated(long seed, int version, int steps) {
    TableGenerator generator = new TableGenerator(new Random(seed), version);
    TableMetadata table =
        TableMetadataParser.fromJson(FILE, TableMetadataParser.toJson(generator.newTable()));
    for (int i = 0; i < steps; i++) {
      try {
        TableMetadata next = ManySnapshots.apply(table, generator.updates(table));
        table = TableMetadataParser.fromJson(FILE + i, TableMetadataParser.toJson(next));
      } catch (IllegalArgumentException | org.apache.iceberg.exceptions.ValidationException e) {
        // Some of the generated updates are those that Iceberg refuses.
      }
    }
    return TableMetadataParser.fromJson(FILE, TableMetadataParser.toJson(table));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void whatIsStoredIsWhatIcebergReadsFromTheExportedFile(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int version,
      @ForAll @IntRange(max = 80) int steps) {
    TableMetadata table = generated(seed, version, steps);
    TableStates states = new TableStates(heap);
    TableState state = heap.stored(TableStates.create(table, FILE, RawTable.none(), heap));
    TableMetadata loaded = states.load(state);
    TableComparison.assertSame(table, loaded);
    TableComparison.assertSame(TableMetadataParser.fromJson(FILE, states.json(state)), loaded);
    assertEquals(
        TableComparison.tree(loaded),
        TableComparison.tree(TableMetadataParser.fromJson(FILE, states.json(state))));
    TableComparison.assertReferencedOf(table, states.loadReferenced(state));
  }
}
