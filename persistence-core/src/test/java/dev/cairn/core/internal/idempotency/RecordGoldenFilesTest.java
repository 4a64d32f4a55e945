package dev.cairn.core.internal.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.objects.UpdateableId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Records as the first release wrote them. A release that writes other bytes needs a new level, and
 * must go on reading these.
 */
class RecordGoldenFilesTest {
  private static final RequestKey REQUEST =
      RequestKey.of(
          Principal.of("ann/größe"),
          "POST createTable",
          "/v1/tables",
          KeyRule.PATTERN.parse("key-1"));
  private static final UpdateableId<IdempotencyRecord> ID = IdempotencyRecord.idOf(REQUEST);
  private static final Optional<Token> PREVIOUS =
      Optional.of(Token.ofBytes(Bytes.ofHex("000102030405060708090a0b0c0d0e0f")));
  private static final Outcome OUTCOME =
      Outcome.of(201, "application/json", Bytes.ofUtf8("{\"größe\":1}"))
          .withHeaders(Map.of("ETag", List.of("\"1\""), "Link", List.of("a", "b")))
          .withResourceId("table 7");

  private final Codec codec = new Codec(1);

  private static Bytes golden(String name) throws IOException {
    try (InputStream in =
        RecordGoldenFilesTest.class.getResourceAsStream("/golden/" + name + ".hex")) {
      assertNotNull(in, "golden file " + name + ".hex is missing");
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return Bytes.ofHex(text.replaceAll("\\s", ""));
    }
  }

  private static IdempotencyRecord open() {
    return new IdempotencyRecord(
        new LeaseState("owner", "host", "42", false, 31_536_000_000L, 31_536_030_000L, Map.of()),
        Optional.of("0123456789abcdef".repeat(4)),
        1_767_225_600_123_456L,
        1_767_227_400_123_456L,
        2_135_000_000L,
        3,
        false,
        Optional.empty(),
        Optional.empty(),
        Map.of("newer", IntNode.valueOf(5)));
  }

  private static IdempotencyRecord ended() {
    return open().finished(Optional.of(OutcomeFormat.encode(OUTCOME)), Optional.empty());
  }

  private static IdempotencyRecord endedInParts() {
    return open()
        .finished(
            Optional.empty(),
            Optional.of(new IdempotencyRecord.Parts("owner-2", 3, "ab".repeat(32))));
  }

  private void check(String name, IdempotencyRecord value) throws IOException {
    Bytes stored = codec.encodeUpdateable(IdempotencyRecord.TYPE, value, ID.name(), PREVIOUS);
    assertEquals(golden(name).toHex(), stored.toHex(), name);
    ObjectKey key = new ObjectKey(new Scope("t", "c"), IdempotencyRecord.TYPE.name(), ID.id());
    assertEquals(
        value, codec.decode(IdempotencyRecord.TYPE, key, Envelope.ofBytes(key, golden(name))));
  }

  @Test
  void recordsAreStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertEquals("by:ann%2Fgröße/POST createTable/%2Fv1%2Ftables/key-1", ID.name().orElseThrow());
    check("idempotency-open-level-1", open());
    check("idempotency-ended-level-1", ended());
    check("idempotency-ended-in-parts-level-1", endedInParts());
  }

  @Test
  void partsAreStillWrittenAndReadAsTheSameBytes() throws IOException {
    UpdateableId<RecordPart> id = RecordPart.idOf(ID, "owner-2", 1);
    assertEquals(ID.id() + "/owner-2/1", id.name().orElseThrow());
    RecordPart part = new RecordPart(Bytes.ofHex("00ff7f"), 1_767_227_400_123_456L);
    Bytes stored = codec.encodeUpdateable(RecordPart.TYPE, part, id.name(), Optional.empty());
    assertEquals(golden("idempotency-part-level-1").toHex(), stored.toHex());
    ObjectKey key = new ObjectKey(new Scope("t", "c"), RecordPart.TYPE.name(), id.id());
    assertEquals(
        part,
        codec.decode(
            RecordPart.TYPE, key, Envelope.ofBytes(key, golden("idempotency-part-level-1"))));
  }

  @Test
  void outcomesAreStillWrittenAndReadAsTheSameBytes() throws IOException {
    assertEquals(golden("outcome-1").toHex(), OutcomeFormat.encode(OUTCOME).toHex());
    assertEquals(OUTCOME, OutcomeFormat.decode(golden("outcome-1")));
    Outcome summary = Outcome.of(204).withBody("x", new Outcome.Body.Summary(Bytes.ofHex("0102")));
    assertEquals(golden("outcome-summary-1").toHex(), OutcomeFormat.encode(summary).toHex());
    assertEquals(summary, OutcomeFormat.decode(golden("outcome-summary-1")));
  }

  @Test
  void markersOfLargeOutcomesAreStillWrittenAndReadAsTheSameBytes() throws IOException {
    Optional<IdempotencyRecord.Parts> parts =
        Optional.of(new IdempotencyRecord.Parts("owner-2", 3, "ab".repeat(32)));
    assertEquals(golden("outcome-marker-1").toHex(), OutcomeFormat.marker(parts).toHex());
    assertTrue(OutcomeFormat.isMarker(golden("outcome-marker-1")));
    assertEquals(parts, OutcomeFormat.parts(golden("outcome-marker-1")));
    assertEquals("0200", OutcomeFormat.marker(Optional.empty()).toHex());
    assertEquals(Optional.empty(), OutcomeFormat.parts(Bytes.ofHex("0200")));
    assertFalse(OutcomeFormat.isMarker(golden("outcome-1")));
    assertThrows(
        DamagedDataException.class,
        () -> OutcomeFormat.decode(Bytes.ofHex("0200")),
        "an outcome to a release that knows no markers");
  }
}
