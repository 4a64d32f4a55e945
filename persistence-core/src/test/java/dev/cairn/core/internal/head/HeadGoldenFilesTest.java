package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Heads as the first release wrote them. A release that writes other bytes needs a new level, and
 * must go on reading these.
 */
class HeadGoldenFilesTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final InMemoryBackend backend = new InMemoryBackend();
  private final Heads heads =
      new Heads(
          new ImmutableObjects(
              backend,
              new Codec(1),
              ObjectTypes.of(List.of(Head.TYPE)),
              SCOPE,
              () -> 7,
              new TestEnvironment().environment(1)),
          SCOPE,
          new ObjectCache(0, Runnable::run),
          IndexLimits.DEFAULT);

  private static String golden(String name) throws IOException {
    try (InputStream in = HeadGoldenFilesTest.class.getResourceAsStream("/golden/" + name)) {
      assertNotNull(in, "golden file " + name + " is missing");
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
    }
  }

  private static final EarlierHeads EARLIER =
      EarlierHeads.of(List.of(new HeadVersion(41, 1L << 50), new HeadVersion(7, 99)));

  private static Head head() {
    LogRecord full =
        new LogRecord(
            1L << 60,
            "größer",
            new TreeMap<>(Map.of("author", "ann", "ticket", "")),
            new TreeMap<>(Map.of("tables", List.of(Key.of("sales", "orders"), Bytes.empty()))),
            false,
            Map.of());
    LogRecord many = new LogRecord(3, "", new TreeMap<>(), new TreeMap<>(), true, Map.of());
    return new Head(
        42,
        1_767_225_600_000_000L,
        1_767_225_600_123_456L,
        EARLIER.toBytes(),
        new TreeMap<>(Map.of("tables", Bytes.ofHex("00ff7f"), "cairn.applied", Bytes.ofHex("01"))),
        List.of(full, many),
        Map.of("newer", IntNode.valueOf(5)));
  }

  /** The rows of the head and of one page. */
  private List<ObjectRow> rows() {
    List<ObjectRow> rows = new ArrayList<>();
    IndexSet none = heads.noIndexes();
    IndexPage page = new IndexPage(77, Bytes.ofHex("0102030405"));
    OpenHead unused = heads.write(1000, head(), EARLIER, none, List.of(page), rows);
    return rows;
  }

  @Test
  void aHeadIsStillWrittenAsTheSameBytes() throws IOException {
    ObjectRow row = rows().get(1);
    assertEquals("cairn.head", row.key().type());
    assertEquals(1000, row.key().id().toLong());
    assertEquals(golden("head-level-1.hex"), row.value().toHex());
  }

  /** The same head, but it knows of keys that were applied. */
  @Test
  void aHeadWithAppliedKeysIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertGolden(
        "head-applied-level-1.hex",
        new AppliedWindow(
            1_767_223_465_123_456L,
            1_767_225_600_123_456L,
            512,
            1_767_225_600_000_001L,
            Bytes.ofHex("0102ff"),
            null,
            null,
            Map.of("newer", IntNode.valueOf(6))));
  }

  /** The same, but some of its keys are in runs. */
  @Test
  void aHeadWithKeysInRunsIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertGolden(
        "head-runs-level-1.hex",
        AppliedWindow.from(1_767_223_465_123_456L)
            .committed(512, 1_767_225_600_123_456L, 2_135_000_000L)
            .withRecent(Bytes.ofHex("ff"))
            .withSpilledTo(1_767_225_600_123_400L));
  }

  /** The same as the first, but it knows the newest ID that it needs. */
  @Test
  void aHeadThatKnowsItsNewestIdIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertGolden("head-newest-level-1.hex", head().withNewest((1L << 60) + 1));
    assertEquals(OptionalLong.of((1L << 60) + 1), heads.get(1000).newestId());
  }

  /** The same, but some of its keys are from earlier lives of the reference. */
  @Test
  void aHeadWithKeysOfEarlierLivesIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertGolden(
        "head-lives-level-1.hex",
        AppliedWindow.from(1_767_223_465_123_456L)
            .afterLife(1_767_225_000_000_000L, 17)
            .afterLife(1_767_225_500_000_000L, 33));
  }

  private void assertGolden(String file, AppliedWindow applied) throws IOException {
    Head plain = head();
    assertGolden(
        file,
        new Head(
            plain.version(),
            plain.life(),
            plain.time(),
            plain.earlier(),
            plain.indexes(),
            plain.log(),
            applied,
            plain.unknown()));
  }

  private void assertGolden(String file, Head head) throws IOException {
    List<ObjectRow> rows = new ArrayList<>();
    OpenHead unused =
        heads.write(1000, head, EARLIER, heads.noIndexes(), List.<IndexPage>of(), rows);
    assertEquals(golden(file), rows.get(0).value().toHex());
    backend.write(List.of(ObjectRow.immutable(rows.get(0).key(), Bytes.ofHex(golden(file)), 1)));
    assertEquals(head, heads.get(1000).head());
  }

  @Test
  void aRunOfKeysIsStillWrittenAndReadAsTheSameBytes() throws IOException {
    Bytes keys =
        Bytes.ofHex("09000647484622224032e82f02d0fd897cbec07db30e01002a00000000000003e8056f6bff");
    List<ObjectRow> rows = new ArrayList<>();
    heads.writeKeys(77, keys, rows);
    assertEquals(new ObjectRef("cairn.keys", 77).in(rows.get(0).key().scope()), rows.get(0).key());
    assertEquals(golden("keys-row-level-1.hex"), rows.get(0).value().toHex());
    backend.write(
        List.of(
            ObjectRow.immutable(
                new ObjectRef("cairn.keys", 78).in(rows.get(0).key().scope()),
                Bytes.ofHex(golden("keys-row-level-1.hex")),
                1)));
    assertEquals(List.of(keys), heads.keys(List.of(78L)));
  }

  @Test
  void aPageIsStillWrittenAsTheSameBytes() throws IOException {
    ObjectRow row = rows().get(0);
    assertEquals("cairn.page", row.key().type());
    assertEquals(77, row.key().id().toLong());
    assertEquals(golden("page-row-level-1.hex"), row.value().toHex());
  }

  @Test
  void aHeadOfTheFirstReleaseIsReadAsItWas() throws IOException {
    ObjectRow row = rows().get(1);
    backend.write(
        List.of(ObjectRow.immutable(row.key(), Bytes.ofHex(golden("head-level-1.hex")), 1)));
    OpenHead read = heads.get(1000);
    assertEquals(head(), read.head());
    assertEquals(EARLIER, read.earlier());
    assertEquals(new HeadVersion(42, 1000), read.version());
    assertEquals(List.of("tables"), List.copyOf(read.applicationIndexes()));
  }

  // People keep these in logs and requests.
  @Test
  void theTextOfACommitIdIsStillTheSame() throws IOException {
    CommitId id = new CommitId("main-ü", 1_767_225_600_000_000L, new HeadId(42, 1000), 1L << 60);
    assertEquals(golden("commit-id-1.txt"), id.toString());
    assertEquals(id, CommitId.parse(golden("commit-id-1.txt")));
  }
}
