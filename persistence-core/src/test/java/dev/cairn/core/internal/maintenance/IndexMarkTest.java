package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.TestTypes;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexMarkTest {
  private final CollectionBench bench = new CollectionBench();

  private void put(int first, int count) {
    bench.store.commit(
        CollectionBench.MAIN,
        workspace -> {
          for (int i = first; i < first + count; i++) {
            String name = "%06d".formatted(i);
            workspace
                .index("tables")
                .put(Key.of(name), workspace.put(new TestTypes.Snapshot(name)));
          }
          return 0;
        });
  }

  private Bytes root() {
    long id = bench.store.current(CollectionBench.MAIN).head().orElseThrow().id();
    ObjectRow row =
        bench.rows("cairn.head").stream()
            .filter(head -> head.key().id().toLong() == id)
            .findFirst()
            .orElseThrow();
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    return bench.codec.decode(Head.TYPE, row.key(), envelope).indexes().get("tables");
  }

  private long marked(Bytes root, Bytes newer, int mostPages) {
    ImmutableObjects objects =
        new ImmutableObjects(
            bench.database,
            bench.codec,
            ObjectTypes.of(List.of()),
            CollectionBench.SCOPE,
            () -> 0,
            bench.environment);
    MarkFilter filter = new MarkFilter(100_000, 1 << 20, 1);
    ScopeMark scope = new ScopeMark(objects, CollectionBench.SCOPE, filter, rows -> {});
    new IndexMark(scope, mostPages).mark(root, newer);
    return scope.marked();
  }

  // Pages that both trees have are compared and done with, however many they are.
  @Test
  void onlyPagesThatDifferCountForTheBound() {
    for (int i = 0; i < 30; i++) {
      put(i * 1_000, 1_000);
    }
    Bytes older = root();
    put(12_000, 600);
    Bytes newer = root();
    long difference = marked(older, newer, Integer.MAX_VALUE);
    assertTrue(difference < 50, () -> difference + " objects differ");
    assertEquals(difference, marked(older, newer, 16));
  }
}
