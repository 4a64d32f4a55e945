package dev.cairn.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Counter;
import dev.cairn.core.TestTypes.NewerCounter;
import dev.cairn.core.TestTypes.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CodecTest {
  private static final ObjectKey KEY =
      new ObjectRef("table", 42).in(new Scope("tenant", "catalog"));

  private final Codec codec = new Codec(FormatLevel.NEWEST);

  private Table roundTrip(Table table) {
    Bytes stored = codec.encode(TestTypes.TABLE, table);
    return codec.decode(TestTypes.TABLE, KEY, Envelope.ofBytes(KEY, stored));
  }

  @Test
  void aFullValueComesBackAsItWas() {
    Table table =
        new Table(
            "orders",
            2,
            true,
            0.25,
            Optional.of("größer als ✓"),
            List.of("id", "amount"),
            Map.of("a", "1", "b", ""),
            Bytes.ofHex("00ff7f"),
            Instant.parse("2026-03-04T05:06:07.123456789Z"),
            Duration.parse("P3DT0.000000001S"),
            List.of(8744736658442914487L, 1L));
    assertEquals(table, roundTrip(table));
  }

  // An empty text that is left out would come back as null.
  @Test
  void emptyTextsAndListsComeBackEmptyAndZeroesComeBackZero() {
    assertEquals(Table.named(""), roundTrip(Table.named("")));
  }

  @Test
  void nullsAndZeroesTakeNoSpace() {
    Bytes one = codec.encodeUpdateable(TestTypes.COUNTER, new Counter("o", 1), noName(), noToken());
    Bytes zero =
        codec.encodeUpdateable(TestTypes.COUNTER, new Counter("o", 0), noName(), noToken());
    assertTrue(zero.length() < one.length(), zero.length() + " < " + one.length());
    Bytes nulls =
        codec.encodeUpdateable(TestTypes.COUNTER, new Counter(null, 0), noName(), noToken());
    assertTrue(nulls.length() < zero.length());
  }

  @Test
  void equalValuesHaveEqualBytes() {
    Map<String, String> oneOrder = new LinkedHashMap<>();
    oneOrder.put("b", "2");
    oneOrder.put("a", "1");
    Table first = Table.of("t", oneOrder, Bytes.empty(), List.of());
    Table second = Table.of("t", Map.of("a", "1", "b", "2"), Bytes.empty(), List.of());
    assertEquals(codec.encode(TestTypes.TABLE, first), codec.encode(TestTypes.TABLE, second));
  }

  @Test
  void referencesAreReadableWithoutTheType() {
    Table table = Table.of("t", Map.of(), Bytes.empty(), List.of(9L, 3L, 9L));
    Envelope envelope = Envelope.ofBytes(KEY, codec.encode(TestTypes.TABLE, table));
    assertEquals(
        List.of(new ObjectRef("snapshot", 3), new ObjectRef("snapshot", 9)), envelope.references());
  }

  // Garbage collection starts from references only: what an updateable object points at would go.
  @Test
  void updateableValuesMustNotReferenceObjects() {
    ObjectType<Counter> pointing =
        new ObjectType<>() {
          @Override
          public String name() {
            return "pointing";
          }

          @Override
          public Class<Counter> valueClass() {
            return Counter.class;
          }

          @Override
          public Collection<ObjectRef> references(Counter value) {
            return List.of(new ObjectRef("table", 1));
          }
        };
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> codec.encodeUpdateable(pointing, new Counter("o", 1), noName(), noToken()));
    assertTrue(e.getMessage().contains("pointing"), e.getMessage());
  }

  @Test
  void anOlderReleaseIgnoresPropertiesOfANewerOneAndKeepsThemOnRewrite() {
    NewerCounter newer = new NewerCounter("me", 7, "blue", List.of(1L, 1L << 60));
    Bytes stored = codec.encodeUpdateable(TestTypes.NEWER_COUNTER, newer, noName(), noToken());
    Counter older = codec.decode(TestTypes.COUNTER, KEY, Envelope.ofBytes(KEY, stored));
    assertEquals("me", older.owner());
    Counter changed = new Counter(older.owner(), 8, older.unknown());
    Bytes rewritten = codec.encodeUpdateable(TestTypes.COUNTER, changed, noName(), noToken());
    assertEquals(
        new NewerCounter("me", 8, "blue", List.of(1L, 1L << 60)),
        codec.decode(TestTypes.NEWER_COUNTER, KEY, Envelope.ofBytes(KEY, rewritten)));
  }

  @Test
  void nameAndPreviousTokenTravelInTheEnvelope() {
    Token token = new Token(1, -2);
    Bytes stored =
        codec.encodeUpdateable(
            TestTypes.COUNTER, new Counter("o", 1), Optional.of("näme"), Optional.of(token));
    Envelope envelope = Envelope.ofBytes(KEY, stored);
    assertEquals(Optional.of("näme"), envelope.name());
    assertEquals(Optional.of(token), envelope.previous());
  }

  @Test
  void anotherLevelIsRefusedByName() {
    Bytes stored = Envelope.of(Bytes.ofUtf8("x")).toBytes(FormatLevel.NEWEST + 1);
    UnsupportedFormatException e =
        assertThrows(UnsupportedFormatException.class, () -> Envelope.ofBytes(KEY, stored));
    assertTrue(e.getMessage().contains(KEY.toString()), e.getMessage());
    assertTrue(e.getMessage().contains("level 3"), e.getMessage());
    assertThrows(UnsupportedFormatException.class, () -> new Codec(FormatLevel.NEWEST + 1));
  }

  @Test
  void anUnknownSectionIsPassedOverOnlyIfItIsMarkedSo() {
    Bytes value = new ByteWriter(8).putVarint(4).putSized(Bytes.ofUtf8("v")).toBytes();
    Bytes ignorable =
        new ByteWriter(8).putBytes(value).putVarint(64).putSized(Bytes.ofUtf8("new")).toBytes();
    assertEquals(Envelope.of(Bytes.ofUtf8("v")), Envelope.ofBytes(KEY, withHeader(ignorable)));
    Bytes critical =
        new ByteWriter(8).putBytes(value).putVarint(63).putSized(Bytes.ofUtf8("new")).toBytes();
    assertThrows(
        UnsupportedFormatException.class, () -> Envelope.ofBytes(KEY, withHeader(critical)));
  }

  static Bytes withHeader(Bytes sections) {
    CRC32C crc = new CRC32C();
    crc.update(FormatLevel.NEWEST);
    crc.update(sections.toByteBuffer());
    return new ByteWriter(6 + sections.length())
        .putByte(0xCA)
        .putByte(FormatLevel.NEWEST)
        .putInt((int) crc.getValue())
        .putBytes(sections)
        .toBytes();
  }

  @Test
  void aValueOfAnotherShapeIsDamageThatNamesTheObject() {
    Bytes stored = codec.encodeRaw(Bytes.ofUtf8("not smile"));
    DamagedDataException e =
        assertThrows(
            DamagedDataException.class,
            () -> codec.decode(TestTypes.TABLE, KEY, Envelope.ofBytes(KEY, stored)));
    assertTrue(e.getMessage().contains(KEY.toString()), e.getMessage());
  }

  private static Optional<String> noName() {
    return Optional.empty();
  }

  private static Optional<Token> noToken() {
    return Optional.empty();
  }
}
