package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every persisted format of this module against bytes that must stay readable permanently. The
 * files were made by a program that shares no code with the writers here.
 */
class GoldenFilesTest {
  private static final long CREATED = 1_763_251_200_000_000L;
  private static final long LATER = 1_763_254_800_000_000L;
  private static final long HEAD = 0x1000000000000004L;
  private static final Token TOKEN = new Token(0x0123456789abcdefL, 0xfedcba9876543210L);
  private static final Bytes VALUE = Bytes.ofHex("00ff10");
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final Scope UNICODE = new Scope("té/n:t", "カタログ");
  private static final ObjectKey NUMBERED = new ObjectKey(SCOPE, "type", ObjectId.of(7));
  private static final ObjectKey NAMED = new ObjectKey(SCOPE, "type", ObjectId.ofName("lease/7"));
  private static final ReferenceKey MAIN = new ReferenceKey(SCOPE, "main");
  private static final EarlierHeads LINE =
      EarlierHeads.of(
          List.of(
              new HeadVersion(1_000_000, 0x1000000000000003L),
              new HeadVersion(999_999, 0x1000000000000002L),
              new HeadVersion(999_000, 0x1000000000000001L),
              new HeadVersion(1, 0)));

  @Test
  void rowKeys() throws IOException {
    Map<String, Record> keys =
        Map.of(
            "system-number", new ObjectKey(Scope.SYSTEM, "cairn.lease", ObjectId.of(7)),
            "named", NAMED,
            "unicode", new ObjectKey(UNICODE, "🚀", ObjectId.of(Long.MAX_VALUE)),
            "longest-ids",
                new ObjectKey(
                    new Scope("t".repeat(128), "c".repeat(128)), "y".repeat(32), ObjectId.of(0)),
            "reference", MAIN,
            "reference-unicode", new ReferenceKey(UNICODE, "브랜치 🚀"));
    GoldenFile.read("row-keys-1.hex")
        .holds(
            keys,
            key ->
                key instanceof ObjectKey object
                    ? RowKeys.encode(object)
                    : RowKeys.encode((ReferenceKey) key),
            stored ->
                stored.getKey() instanceof ObjectKey
                    ? RowKeys.decodeObjectKey(stored.getValue())
                    : RowKeys.decodeReferenceKey(stored.getValue()));
  }

  @Test
  void objectRows() throws IOException {
    Map<String, ObjectRow> rows =
        Map.of(
            "immutable", ObjectRow.immutable(NUMBERED, VALUE, CREATED),
            "immutable-empty", ObjectRow.immutable(NUMBERED, Bytes.empty(), 0),
            "updateable", ObjectRow.updateable(NAMED, VALUE, TOKEN, CREATED),
            "expiring", ObjectRow.expiring(NAMED, VALUE, TOKEN, CREATED, LATER));
    GoldenFile.read("object-rows-1.hex")
        .holds(
            rows,
            RowFormat::encode,
            stored -> RowFormat.decode(stored.getKey().key(), stored.getValue()));
  }

  @Test
  void referenceRows() throws IOException {
    Map<String, ReferenceRow> rows =
        Map.of(
            "created", row(1, OptionalLong.empty(), EarlierHeads.none(), OptionalLong.empty()),
            "first-head", row(2, OptionalLong.of(HEAD), EarlierHeads.none(), OptionalLong.empty()),
            "long-line", row(1_000_001, OptionalLong.of(HEAD), LINE, OptionalLong.empty()),
            "tombstone", row(1_000_002, OptionalLong.of(HEAD), LINE, OptionalLong.of(LATER)),
            "empty-tombstone",
                row(2, OptionalLong.empty(), EarlierHeads.none(), OptionalLong.of(LATER)));
    GoldenFile.read("reference-rows-1.hex")
        .holds(
            rows,
            RowFormat::encode,
            stored -> RowFormat.decode(stored.getKey().key(), stored.getValue()));
  }

  @Test
  void referenceRowsWithTurns() throws IOException {
    ReferenceRow created = row(1, OptionalLong.empty(), EarlierHeads.none(), OptionalLong.empty());
    ReferenceRow longLine = row(1_000_001, OptionalLong.of(HEAD), LINE, OptionalLong.empty());
    Bytes many = Bytes.wrap(new byte[300]);
    Map<String, ReferenceRow> rows =
        Map.of(
            "created-one-waits", created.withTurns(Bytes.ofHex("0103ff"), TOKEN),
            "long-line-two-wait", longLine.withTurns(Bytes.ofHex("0100070100"), TOKEN),
            "long-line-many-wait", longLine.withTurns(many, TOKEN));
    GoldenFile.read("reference-rows-turns-1.hex")
        .holds(
            rows,
            RowFormat::encode,
            stored -> RowFormat.decode(stored.getKey().key(), stored.getValue()));
  }

  @Test
  void earlierHeads() throws IOException {
    Map<String, EarlierHeads> lines =
        Map.of(
            "none", EarlierHeads.none(),
            "one", EarlierHeads.of(List.of(new HeadVersion(1, 0))),
            "gaps", LINE,
            "largest",
                EarlierHeads.of(
                    List.of(
                        new HeadVersion(Long.MAX_VALUE, Long.MAX_VALUE), new HeadVersion(1, 0))));
    Function<Map.Entry<EarlierHeads, Bytes>, EarlierHeads> reader =
        stored -> EarlierHeads.ofBytes(stored.getValue());
    GoldenFile.read("earlier-heads-1.hex").holds(lines, EarlierHeads::toBytes, reader);
  }

  private static ReferenceRow row(
      long version, OptionalLong head, EarlierHeads line, OptionalLong deletedAt) {
    return new ReferenceRow(MAIN, head, version, TOKEN, CREATED, line, deletedAt);
  }
}
