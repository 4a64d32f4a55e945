package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
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
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What passes from head to head, and what comes back by a reset. */
class ResetTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final LongSupplier idsOfANewerRelease = bench.stores.ids(701);

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

  /** Commits as a newer release would: with a property and with indexes this one does not know. */
  private void commitOfANewerRelease(Map<String, String> roots) {
    ReferenceRow row = bench.row();
    Head before = current().head();
    TreeMap<String, Bytes> indexes = new TreeMap<>(before.indexes());
    roots.forEach((name, hex) -> indexes.put(name, Bytes.ofHex(hex)));
    Head head =
        new Head(
            row.version() + 1,
            before.life(),
            before.time(),
            current().earlierOfNext().toBytes(),
            indexes,
            List.of(),
            Map.of("watermark", TextNode.valueOf("newer")));
    List<ObjectRow> rows = new ArrayList<>();
    long id = idsOfANewerRelease.getAsLong();
    OpenHead open =
        heads().write(id, head, current().earlierOfNext(), heads().noIndexes(), List.of(), rows);
    bench.database.write(rows);
    ReferenceRow next = row.moveTo(open.id(), open.earlier(), bench.environment.newToken());
    assertTrue(bench.database.swapReference(row.token(), next) instanceof CasResult.Applied);
  }

  @Test
  void whatANewerReleasePutIntoAHeadGoesOnIntoTheNext() {
    commitOfANewerRelease(Map.of("cairn.applied", "ff01", "cairn.other", "fe"));
    mine.commit(set("a", "1"));
    bench.process().commit(set("b", "1"));
    Head head = current().head();
    assertEquals(Map.of("watermark", TextNode.valueOf("newer")), head.unknown());
    assertEquals(Bytes.ofHex("ff01"), head.indexes().get("cairn.applied"));
    assertEquals(Bytes.ofHex("fe"), head.indexes().get("cairn.other"));
    assertEquals("1", mine.get("first").orElseThrow());
  }

  @Test
  void applicationsSeeNothingOfTheEnginesOwnIndexes() {
    commitOfANewerRelease(Map.of("cairn.applied", "ff01"));
    assertEquals(List.of("settings"), List.copyOf(mine.store.current(MAIN).indexNames()));
    mine.commit(
        workspace -> {
          assertEquals(List.of("settings"), List.copyOf(workspace.indexNames()));
          assertThrows(IllegalArgumentException.class, () -> workspace.index("cairn.applied"));
          return "";
        });
  }

  private HeadId headId() {
    return mine.store.current(MAIN).head().orElseThrow();
  }

  @Test
  void aResetBringsTheApplicationsIndexesBackAsANewHead() {
    HeadId target = headId();
    mine.commit(
        workspace -> {
          workspace.index("tables").put(key("t"), workspace.put(Table.named("t")));
          return set("first", "2").apply(workspace);
        });
    HeadId before = headId();
    CommitId id = mine.store.resetReference(MAIN, target, "back");
    assertEquals("1", mine.get("first").orElseThrow());
    assertEquals(List.of("settings"), List.copyOf(mine.store.current(MAIN).indexNames()));
    assertNotEquals(target, headId(), "no head becomes current twice");
    assertEquals(before.version() + 1, headId().version());
    assertEquals(id.head(), headId());
    assertEquals(CommitStatus.APPLIED, mine.store.commitStatus(id));
    assertEquals(before.id(), current().earlier().heads().get(0).headId());
  }

  @Test
  void aResetIsInTheLogWithTheKeysThatItChanged() {
    HeadId target = headId();
    mine.commit(set("first", "2"));
    mine.commit(set("a", "1"));
    mine.store.resetReference(MAIN, target, "back");
    LogEntry entry = mine.store.log(MAIN, 1).entries().get(0);
    assertEquals("back", entry.message());
    assertEquals(Map.of("settings", List.of(key("a"), key("first"))), entry.changedKeys());
    assertEquals(List.of("set first", "set first", "set a", "back"), bench.log());
  }

  // A reset must not make a finished request run again.
  @Test
  void aResetKeepsWhatTheEngineHasInTheCurrentHead() {
    HeadId target = headId();
    commitOfANewerRelease(Map.of("cairn.applied", "ff01"));
    mine.store.resetReference(MAIN, target, "back");
    Head head = current().head();
    assertEquals(Bytes.ofHex("ff01"), head.indexes().get("cairn.applied"));
    assertEquals(Map.of("watermark", TextNode.valueOf("newer")), head.unknown());
  }

  @Test
  void aResetDoesNotBringBackWhatTheEngineHadInTheEarlierHead() {
    commitOfANewerRelease(Map.of("cairn.applied", "ff01"));
    HeadId target = headId();
    commitOfANewerRelease(Map.of("cairn.applied", "ff02"));
    mine.store.resetReference(MAIN, target, "back");
    assertEquals(Bytes.ofHex("ff02"), current().head().indexes().get("cairn.applied"));
  }

  @Test
  void aResetToTheCurrentHeadIsANewHeadToo() {
    HeadId target = headId();
    mine.store.resetReference(MAIN, target, "same");
    assertNotEquals(target, headId());
    assertEquals("1", mine.get("first").orElseThrow());
  }

  @Test
  void aHeadThatWasSupersededTooLongAgoIsRefused() {
    HeadId target = headId();
    bench.world.move(Duration.ofDays(30)); // how old it is does not matter, but since when
    mine.commit(set("a", "1"));
    bench.world.move(TestStores.LIMITS.restorable());
    mine.store.resetReference(MAIN, target, "just in time");
    bench.world.move(Duration.ofSeconds(1));
    HeadNotFoundException e =
        assertThrows(
            HeadNotFoundException.class, () -> mine.store.resetReference(MAIN, target, "late"));
    assertTrue(e.getMessage().contains("superseded PT144H"), e.getMessage());
  }

  @Test
  void aHeadWithAMissingObjectIsRefused() {
    ObjectRef ref =
        mine.commit(
                workspace -> {
                  ObjectRef made = workspace.put(Table.named("t"));
                  workspace.index("tables").put(key("t"), made);
                  return made;
                })
            .value();
    HeadId target = headId();
    mine.commit(set("a", "1"));
    bench.database.delete(List.of(ref.in(TestStores.SCOPE)));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> mine.store.resetReference(MAIN, target, ""));
    assertTrue(e.getMessage().contains(ref.toString()), e.getMessage());
    assertEquals(List.of("set first", "", "set a"), bench.log());
  }

  @Test
  void aHeadWithAMissingPageIsRefused() {
    for (int i = 0; i < 40; i++) {
      mine.commit(set("key" + i, "x".repeat(500)));
    }
    List<ObjectRow> pages = mine.backend.written("cairn.page");
    assertFalse(pages.isEmpty());
    HeadId target = headId();
    bench.database.delete(pages.stream().map(ObjectRow::key).toList());
    DamagedDataException e =
        assertThrows(
            DamagedDataException.class,
            () -> bench.process().store.resetReference(MAIN, target, ""));
    assertTrue(e.getMessage().contains("cairn.page"), e.getMessage());
  }

  @Test
  void aHeadThatNeverWasCurrentIsRefused() {
    HeadId last = headId();
    assertThrows(
        HeadNotFoundException.class,
        () -> mine.store.resetReference(MAIN, new HeadId(last.version(), last.id() + 1), ""));
  }

  @Test
  void aHeadOfAnEarlierLifeIsRefused() {
    HeadId target = headId();
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    mine.commit(set("a", "1"));
    assertThrows(HeadNotFoundException.class, () -> mine.store.resetReference(MAIN, target, ""));
  }

  // The head is superseded longer than allowed by the time the attempt that swaps runs.
  @Test
  void howOldTheHeadIsIsCheckedInTheAttemptThatSwaps() {
    HeadId target = headId();
    mine.commit(set("a", "1"));
    bench.world.move(TestStores.LIMITS.restorable().minusSeconds(1));
    Client other = bench.process();
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(set("b", "1"));
          bench.world.move(Duration.ofSeconds(2));
        });
    assertThrows(
        HeadNotFoundException.class, () -> mine.store.resetReference(MAIN, target, "late"));
    assertEquals(List.of("set first", "set a", "set b"), bench.log());
  }
}
