package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Heads know the newest ID that they need, or know that they do not. */
class NewestIdTest {
  // Rows so small that objects, pages and heads are stored in chunks.
  private final Bench bench = new Bench(new InMemoryBackend(4096));
  private final Client mine = bench.first();

  private Heads heads() {
    ImmutableObjects objects =
        new ImmutableObjects(
            bench.database,
            new Codec(1),
            TestTypes.ALL.and(List.of(Head.TYPE)),
            TestStores.SCOPE,
            bench.stores.ids(700),
            bench.environment);
    ObjectCache cache = new ObjectCache(0, Runnable::run);
    return new Heads(objects, TestStores.SCOPE, cache, IndexLimits.DEFAULT);
  }

  private OpenHead current() {
    return heads().get(bench.row().headId().getAsLong());
  }

  /** Of all rows there are, which are all needed. */
  private OptionalLong newestRow() {
    AtomicLong newest = new AtomicLong();
    bench.database.scanObjects(
        Optional.empty(),
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          newest.accumulateAndGet(row.key().id().toLong(), Math::max);
          return true;
        });
    return OptionalLong.of(newest.get());
  }

  private String newestType() {
    long newest = newestRow().getAsLong();
    List<String> types = new ArrayList<>();
    bench.database.scanObjects(
        Optional.empty(),
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          if (row.key().id().toLong() == newest) {
            types.add(row.key().type());
          }
          return true;
        });
    return types.get(0);
  }

  private static Bytes noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return Bytes.wrap(noise);
  }

  @Test
  void itIsThatOfTheNewestRowOfAllThatWereCommitted() {
    assertEquals(newestRow(), current().newestId());
    for (int i = 0; i < 60; i++) {
      String name = "name " + i;
      mine.commit(
          workspace -> {
            workspace.index("tables").put(key(name), workspace.put(Table.named(name)));
            for (int k = 0; k < 10; k++) {
              set(workspace, name + " " + k, "a value that fills pages " + noise(50));
            }
            return name;
          });
      assertEquals(newestRow(), current().newestId());
    }
  }

  @Test
  void chunksOfObjectsAndOfHeadsCount() {
    bench
        .process()
        .commit(
            workspace -> {
              workspace.message("m".repeat(4_000));
              ObjectRef large = workspace.put(Table.of("t", Map.of(), noise(20_000), List.of()));
              workspace.index("tables").put(key("large"), large);
              return large;
            });
    OptionalLong newest = newestRow();
    assertEquals(newest, current().newestId());
    // The other process's IDs are all newer, and the newest is of a chunk of its head.
    mine.commit(set("a", "1"));
    assertEquals(newest, newestRow());
    assertEquals(newest, current().newestId());
  }

  // The process expects the second value to be large, so chunks get their IDs after the change.
  @Test
  void chunksOfAValueThatIsEncodedLateCount() {
    for (String name : List.of("first", "second")) {
      mine.commit(
          workspace -> {
            ObjectRef large = workspace.put(Table.of(name, Map.of(), noise(20_000), List.of()));
            workspace.index("tables").put(key(name), large);
            return large;
          });
      assertEquals("cairn.chunk", newestType(), "the head is older");
      assertEquals(newestRow(), current().newestId());
    }
  }

  @Test
  void whatAnotherProcessPutWithAClockAheadCounts() {
    TestStores fast = new TestStores(bench.world.environment(6), bench.tasks);
    bench.world.move(Duration.ofMinutes(1));
    EngineStore ahead = fast.with(bench.stores.ids(900)).open(bench.database);
    ObjectRef inner =
        ahead.putAll(List.of(Table.of("i", Map.of(), noise(9_000), List.of()))).get(0);
    bench.world.move(Duration.ofMinutes(-1));
    OptionalLong newest = newestRow();
    mine.commit(
        workspace -> {
          workspace.index("tables").put(key("inner"), inner);
          return inner;
        });
    assertEquals(newest, newestRow(), "the head itself is older");
    assertEquals(newest, current().newestId());
    mine.commit(set("a", "1"));
    assertEquals(newest, current().newestId(), "it goes on");
    bench.process().store.resetReference(MAIN, first(), "back");
    assertEquals(newest, current().newestId());
  }

  private HeadId first() {
    List<HeadVersion> earlier = bench.row().earlierHeads().heads();
    HeadVersion oldest = earlier.get(earlier.size() - 1);
    return new HeadId(oldest.version(), oldest.headId());
  }

  /** Commits as a release does that takes the newest ID for a property to hand on. */
  private void commitOfAnEarlierRelease() {
    ReferenceRow row = bench.row();
    Head before = current().head();
    JsonNode handedOn =
        JsonNodeFactory.instance
            .objectNode()
            .put("version", before.newest().version())
            .put("id", before.newest().id());
    Head head =
        new Head(
            row.version() + 1,
            before.life(),
            before.time(),
            current().earlierOfNext().toBytes(),
            before.indexes(),
            List.of(),
            Map.of("newest", handedOn));
    List<ObjectRow> rows = new ArrayList<>();
    long id = bench.stores.ids(701).getAsLong();
    OpenHead open =
        heads().write(id, head, current().earlierOfNext(), heads().noIndexes(), List.of(), rows);
    bench.database.write(rows);
    ReferenceRow next = row.moveTo(open.id(), open.earlier(), bench.environment.newToken());
    assertTrue(bench.database.swapReference(row.token(), next) instanceof CasResult.Applied);
  }

  @Test
  void whatAnEarlierReleaseHandedOnMeansNothing() {
    commitOfAnEarlierRelease();
    assertNotEquals(null, current().head().newest(), "it is there");
    assertEquals(OptionalLong.empty(), current().newestId());
    mine.commit(set("a", "1"));
    assertEquals(OptionalLong.empty(), current().newestId(), "what came in between is not known");
  }

  // Its first head does not lead to those of the life before, but the reference does.
  @Test
  void aReferenceThatWasCreatedAgainDoesNotKnow() {
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    Committed<String> unused = mine.commit(set("a", "1"));
    assertEquals(OptionalLong.empty(), current().newestId());
  }
}
