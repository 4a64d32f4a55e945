package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A log in leaves is a list of which entries are added at the end and cut off at the front. */
class LogWriterPropertyTest {
  private final MetadataHeap heap = new MetadataHeap();

  private List<String> entries(LogState log) {
    List<String> entries = new ArrayList<>();
    log.parts()
        .forEach(
            part -> {
              List<String> leaf =
                  heap.get(LogLeaf.class, MetadataTypes.LOG.ref(part.leaf())).entries();
              assertEquals(part.count(), leaf.size());
              entries.addAll(leaf);
            });
    entries.subList(0, log.skip()).clear();
    entries.addAll(log.tail());
    return entries;
  }

  @Property(tries = 100)
  void anyChangesGiveTheSameList(@ForAll long seed) {
    Random random = new Random(seed);
    LogWriter writer = new LogWriter(heap, heap);
    LogState log = LogState.EMPTY;
    List<String> model = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      int cut = random.nextInt(4) == 0 ? random.nextInt(model.size() + 1) : 0;
      List<String> added = new ArrayList<>();
      int count = random.nextInt(20) == 0 ? random.nextInt(6000) : random.nextInt(30);
      for (int i = 0; i < count; i++) {
        added.add("{\"n\":\"" + step + "," + i + "}\"}");
      }
      model.subList(0, cut).clear();
      model.addAll(added);
      log = writer.change(log, cut, added);
      assertEquals(model, entries(log));
      assertEquals(model.size(), log.count());
      assertEquals(model.isEmpty(), log.tail().isEmpty(), "the last entry stays in the state");
      assertTrue(
          log.tail().size() <= 1 || LogWriter.characters(log.tail()) <= LogWriter.TAIL_CHARACTERS);
    }
  }

  @Property(tries = 1)
  void aLongLogHasFewLeaves() {
    LogWriter writer = new LogWriter(heap, heap);
    LogState log = LogState.EMPTY;
    for (int i = 0; i < 20_000; i++) {
      log =
          writer.change(
              log, 0, List.of("{\"timestamp-ms\":1700000000000,\"snapshot-id\":123456789}" + i));
    }
    assertEquals(20_000, entries(log).size());
    assertTrue(log.parts().size() < 40, "has " + log.parts().size() + " leaves");
  }
}
