package dev.cairn.rules.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.core.internal.catalog.DirectoryEntry;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.runtime.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An upgrade from format level 1: processes of the release that knew no other level work on one
 * database beside processes of this one, each with its own engine, backend and formats.
 */
class RollingUpgradeTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final JsonNode FUTURE = TextNode.valueOf("of a later release");

  @TempDir private Path directory;
  private final AtomicLong micros = new AtomicLong();
  private final String url =
      "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted("upgrade" + System.identityHashCode(this));
  private final List<ReleaseProcess> processes = new ArrayList<>();
  private FrozenRelease frozen;

  @BeforeEach
  void unpack() throws IOException {
    frozen = FrozenRelease.ofLevel(1, directory);
    micros.set(START.getEpochSecond() * 1_000_000);
  }

  @AfterEach
  void close() {
    processes.forEach(ReleaseProcess::close);
    frozen.close();
  }

  // Every look at the clock takes some time, so that IDs never run out.
  private InstantSource clock() {
    return () -> Instant.EPOCH.plusNanos(1_000 * micros.addAndGet(100));
  }

  private ReleaseProcess startOld() {
    return started(frozen.starter().start(url, clock()));
  }

  private EngineProcess startNew() {
    return (EngineProcess) started(new EngineProcess.Start().start(url, clock()));
  }

  private ReleaseProcess started(ReleaseProcess process) {
    processes.add(process);
    return process;
  }

  private void stop(ReleaseProcess process) {
    processes.remove(process);
    process.close();
  }

  private static int levelOf(EngineProcess process) {
    return new FormatLevel(process.cairn().backend(), Environment.system()).read().orElseThrow();
  }

  @Test
  void theFrozenReleaseIsAnotherOneThatWritesLevelOne() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    assertTrue(old.getClass() != current.getClass());
    assertEquals(1, levelOf(current));
  }

  @Test
  void bothReleasesReadWhatTheOtherCommits() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    Map<String, String> expected = new TreeMap<>();
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ReleaseProcess writer = i % 2 == 0 ? old : current;
      String text = "text " + i;
      writer.put("tables", "key " + i, text);
      expected.put("key " + i, text);
      messages.add(0, text);
      assertEquals(expected, old.texts("tables"));
      assertEquals(expected, current.texts("tables"));
    }
    assertEquals(messages, old.log().subList(0, 20));
    assertEquals(messages, current.log().subList(0, 20));
  }

  @Test
  void bothReleasesSplitAndMergeThePagesOfOneIndex() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    for (int i = 0; i < 6; i++) {
      (i % 2 == 0 ? old : current).fill("files", "part " + i, 2_000);
      assertEquals(2_000 * (i + 1), old.count("files"));
      assertEquals(2_000 * (i + 1), current.count("files"));
    }
    assertEquals(List.of(), old.check());
    assertEquals(List.of(), current.check());
  }

  @Test
  void noUpdateIsLostBetweenReleasesThatCommitAtTheSameTime() throws Exception {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    int each = 40;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (ReleaseProcess process : List.of(old, old, current, current)) {
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    process.increment("numbers", "sum");
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(4 * each, old.number("numbers", "sum"));
    assertEquals(4 * each, current.number("numbers", "sum"));
  }

  @Test
  void aRequestThatOneReleaseAppliedIsReplayedByTheOther() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    assertEquals("executed: by old", old.request("key-number-0001", "by old"));
    assertEquals("replayed: by old", current.request("key-number-0001", "by current"));
    assertEquals("executed: by current", current.request("key-number-0002", "by current"));
    assertEquals("replayed: by current", old.request("key-number-0002", "by old"));
    for (int i = 0; i < 120; i++) { // more than the short list of a head holds
      assertEquals("Applied", (i % 2 == 0 ? old : current).commitOnce("many " + i, START));
    }
    for (int i = 0; i < 120; i += 7) {
      assertEquals("AlreadyApplied", (i % 2 == 0 ? current : old).commitOnce("many " + i, START));
    }
  }

  @Test
  void claimsSurviveChangesByAReleaseThatDoesNotKnowThem() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    Catalogs catalogs = current.cairn().catalogs();
    List<CatalogClaim> claims = List.of(new CatalogClaim("s3", "bucket/one"));
    Catalog one = catalogs.createCatalog(ReleaseProcess.TENANT, "one", Map.of(), claims);
    assertEquals(claims, one.claims());

    old.setProperty("one", "changed", "by old");
    old.createCatalog("two");
    assertEquals(claims, catalogs.findCatalog(ReleaseProcess.TENANT, "one").orElseThrow().claims());
    assertEquals(Map.of("changed", "by old"), current.properties("one"));
    List<CatalogClaim> inside = List.of(new CatalogClaim("s3", "bucket/one/inside"));
    assertThrows(
        ClaimConflictException.class,
        () -> catalogs.createCatalog(ReleaseProcess.TENANT, "three", Map.of(), inside));

    old.purgeCatalog("one");
    assertEquals(
        inside, catalogs.createCatalog(ReleaseProcess.TENANT, "three", Map.of(), inside).claims());
  }

  @Test
  void propertiesAndIndexesOfALaterReleaseSurviveCommitsByBoth() {
    stop(startOld());
    EngineProcess writer = startNew();
    writer.put("tables", "first", "first");
    Bytes root = currentHead(writer).indexes().get("tables");
    addToHead(writer, root);
    addToCatalog(writer);
    stop(writer);

    ReleaseProcess old = startOld();
    old.put("tables", "by old", "by old");
    old.setProperty(ReleaseProcess.CATALOG, "changed", "by old");
    stop(old);
    assertFuture(root);
    EngineProcess current = startNew();
    current.setProperty(ReleaseProcess.CATALOG, "changed", "by current");
    current.put("tables", "by current", "by current");
    current.fill("files", "many", 2_000);
    assertEquals("Applied", current.commitOnce("key", START));
    stop(current);
    assertFuture(root);
    old = startOld();
    old.fill("files", "more", 2_000);
    assertEquals("Applied", old.commitOnce("another key", START));
    assertEquals(
        Map.of("first", "first", "by old", "by old", "by current", "by current"),
        old.texts("tables"));
    assertFuture(root);
  }

  private void assertFuture(Bytes root) {
    EngineProcess reader = startNew();
    Head head = currentHead(reader);
    assertEquals(FUTURE, head.unknown().get("future"));
    assertEquals(root, head.indexes().get("cairn.future"));
    DirectoryEntry catalog = decode(DirectoryEntry.TYPE, newestCatalog(reader));
    assertEquals(reader.properties(ReleaseProcess.CATALOG), catalog.properties());
    assertEquals(FUTURE, catalog.unknown().get("future"));
    stop(reader);
  }

  private static ReferenceRow row(EngineProcess process) {
    Scope scope =
        process
            .cairn()
            .catalogs()
            .findCatalog(ReleaseProcess.TENANT, ReleaseProcess.CATALOG)
            .orElseThrow()
            .scope();
    return process
        .cairn()
        .backend()
        .readReference(new ReferenceKey(scope, Catalogs.MAIN), ReadMode.STRONG)
        .orElseThrow();
  }

  private static ObjectRow headRow(EngineProcess process) {
    ReferenceRow row = row(process);
    ObjectKey key =
        new ObjectKey(row.key().scope(), Head.TYPE.name(), ObjectId.of(row.headId().orElseThrow()));
    return process.cairn().backend().fetch(List.of(key), ReadMode.STRONG).get(0).orElseThrow();
  }

  private static Head currentHead(EngineProcess process) {
    return decode(Head.TYPE, headRow(process));
  }

  // Objects of one type are scanned in the order of their IDs.
  private static ObjectRow newestCatalog(EngineProcess process) {
    AtomicReference<ObjectRow> newest = new AtomicReference<>();
    var unused =
        process
            .cairn()
            .backend()
            .scanObjects(
                Optional.of(Scope.SYSTEM),
                Optional.of(DirectoryEntry.TYPE.name()),
                ScanBound.NONE,
                Optional.empty(),
                row -> {
                  newest.set(row);
                  return true;
                });
    return newest.get();
  }

  private static <T> T decode(ObjectType<T> type, ObjectRow row) {
    return new Codec(1).decode(type, row.key(), Envelope.ofBytes(row.key(), row.value()));
  }

  private static <T> void replace(
      EngineProcess process, ObjectRow row, ObjectType<T> type, T value) {
    Backend backend = process.cairn().backend();
    backend.delete(List.of(row.key()));
    backend.write(
        List.of(
            ObjectRow.immutable(
                row.key(), new Codec(1).encode(type, value), row.createdAtMicros())));
  }

  // Replaces the current head by one that a later release might have written.
  private static void addToHead(EngineProcess process, Bytes root) {
    Head head = currentHead(process);
    SortedMap<String, Bytes> indexes = new TreeMap<>(head.indexes());
    indexes.put("cairn.future", root);
    Head later =
        new Head(
            head.version(),
            head.life(),
            head.time(),
            head.earlier(),
            indexes,
            head.log(),
            head.applied(),
            head.newest(),
            Map.of("future", FUTURE));
    replace(process, headRow(process), Head.TYPE, later);
  }

  private static void addToCatalog(EngineProcess process) {
    ObjectRow row = newestCatalog(process);
    DirectoryEntry entry = decode(DirectoryEntry.TYPE, row);
    assertEquals(ReleaseProcess.CATALOG, entry.name());
    DirectoryEntry later =
        new DirectoryEntry(
            entry.tenant(),
            entry.id(),
            entry.name(),
            entry.state(),
            entry.version(),
            entry.properties(),
            entry.created(),
            entry.claims(),
            Map.of("future", FUTURE));
    replace(process, row, DirectoryEntry.TYPE, later);
  }

  @Test
  void eitherReleaseCollectsWithoutHarmToTheOther() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    for (int i = 0; i < 30; i++) {
      (i % 2 == 0 ? old : current).put("tables", "the same key", "text " + i);
    }
    for (int round = 0; round < 2; round++) {
      advance(Duration.ofDays(60));
      old.runScheduled();
      current.runScheduled();
      old.put("tables", "round", "old " + round);
      current.put("tables", "round", "current " + round);
      long deleted = (round == 0 ? old : current).collect();
      assertTrue(deleted > 0 || round > 0, "nothing was deleted");
      assertEquals(List.of(), old.check());
      assertEquals(List.of(), current.check());
      Map<String, String> expected = Map.of("the same key", "text 29", "round", "current " + round);
      assertEquals(expected, old.texts("tables"));
      assertEquals(expected, current.texts("tables"));
    }
  }

  private void advance(Duration duration) {
    micros.addAndGet(duration.toMillis() * 1_000);
  }

  @Test
  void aReleaseOfLevelOneCommitsOverAListOfTurns() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    current.put("tables", "first", "first");
    ReferenceRow row = row(current);
    Token token = Environment.system().newToken();
    var unused =
        current
            .cairn()
            .backend()
            .swapReference(row.token(), row.withTurns(Bytes.wrap(new byte[] {0, 7}), token));
    old.put("tables", "by old", "by old");
    current.put("tables", "by current", "by current");
    assertEquals(
        Map.of("first", "first", "by old", "by old", "by current", "by current"),
        current.texts("tables"));
  }

  @Test
  void theOldReleaseStopsAtARaisedLevelAndTheCurrentOneGoesOn() {
    ReleaseProcess old = startOld();
    EngineProcess current = startNew();
    old.put("tables", "by old", "by old");
    int raised =
        new FormatLevel(current.cairn().backend(), Environment.system()).raise(FormatLevel.NEWEST);
    assertEquals(2, raised);

    RuntimeException refused = assertThrows(RuntimeException.class, this::startOld);
    assertEquals("UnsupportedFormatException", refused.getClass().getSimpleName());
    assertTrue(refused.getMessage().contains("format level 2"), refused::getMessage);

    advance(Duration.ofHours(1));
    old.runScheduled();
    current.runScheduled();
    RuntimeException stopped =
        assertThrows(RuntimeException.class, () -> old.put("tables", "late", "late"));
    assertEquals("IdsUnavailableException", stopped.getClass().getSimpleName());

    current.put("tables", "by current", "by current");
    EngineProcess restarted = startNew();
    restarted.put("tables", "at level 2", "at level 2");
    current.put("tables", "by one that was not restarted", "yes");
    Map<String, String> expected =
        Map.of(
            "by old", "by old",
            "by current", "by current",
            "at level 2", "at level 2",
            "by one that was not restarted", "yes");
    assertEquals(expected, current.texts("tables"));
    assertEquals(expected, restarted.texts("tables"));
    assertEquals(List.of(), restarted.check());
  }

  @Test
  void theOldReleaseRefusesADatabaseThatTheCurrentOneCreated() {
    startNew();
    RuntimeException refused = assertThrows(RuntimeException.class, this::startOld);
    assertEquals("UnsupportedFormatException", refused.getClass().getSimpleName());
  }
}
