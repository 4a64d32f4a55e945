package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stored form of rows, which must never change. */
class DocumentsTest {
  private static final JsonWriterSettings EXTENDED =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  private static final ObjectRow IMMUTABLE =
      ObjectRow.immutable(
          new ObjectKey(Rows.SCOPE, "table", ObjectId.of(255)), Bytes.ofHex("0102ff"), 1_000_001);
  private static final ObjectRow EXPIRING =
      ObjectRow.expiring(
          new ObjectKey(Rows.SCOPE, "lease", ObjectId.of(7)),
          Bytes.empty(),
          new Token(1, -2),
          1_000_001,
          5_000_001);
  private static final ReferenceRow TOMBSTONE =
      new ReferenceRow(
          new ReferenceKey(Rows.SCOPE, "main"),
          OptionalLong.of(1L << 60),
          12,
          new Token(-1, 3),
          1_000_001,
          EarlierHeads.of(List.of(new HeadVersion(11, 9))),
          OptionalLong.of(2_000_002));

  private static final ReferenceRow WAITED =
      ReferenceRow.create(new ReferenceKey(Rows.SCOPE, "main"), new Token(-1, 3), 1_000_001)
          .withTurns(Bytes.ofHex("010007"), new Token(-1, 4));

  private static final String IMMUTABLE_JSON =
      """
      {"_id": "acme\\tsales\\ttable\\t00000000000000ff",
       "createdMicros": {"$numberLong": "1000001"},
       "value": {"$binary": {"base64": "AQL/", "subType": "00"}}}""";
  private static final String EXPIRING_JSON =
      """
      {"_id": "acme\\tsales\\tlease\\t0000000000000007",
       "token": {"$binary": {"base64": "AAAAAAAAAAH//////////g==", "subType": "00"}},
       "createdMicros": {"$numberLong": "1000001"},
       "expiresMicros": {"$numberLong": "5000001"},
       "removeAfter": {"$date": {"$numberLong": "5001"}},
       "value": {"$binary": {"base64": "", "subType": "00"}}}""";
  private static final String TOMBSTONE_JSON =
      """
      {"_id": "acme\\tsales\\tmain",
       "token": {"$binary": {"base64": "//////////8AAAAAAAAAAw==", "subType": "00"}},
       "version": {"$numberLong": "12"},
       "createdMicros": {"$numberLong": "1000001"},
       "head": {"$numberLong": "1152921504606846976"},
       "deletedMicros": {"$numberLong": "2000002"},
       "earlierHeads": {"$binary": {"base64": "AQELAAAAAAAAAAk=", "subType": "00"}}}""";
  private static final String WAITED_JSON =
      """
      {"_id": "acme\\tsales\\tmain",
       "token": {"$binary": {"base64": "//////////8AAAAAAAAABA==", "subType": "00"}},
       "version": {"$numberLong": "1"},
       "createdMicros": {"$numberLong": "1000001"},
       "turns": {"$binary": {"base64": "AQAH", "subType": "00"}},
       "earlierHeads": {"$binary": {"base64": "AQA=", "subType": "00"}}}""";

  @Test
  void rowsAreStoredAsTheyEverWere() {
    assertEquals(flat(IMMUTABLE_JSON), Documents.encode(IMMUTABLE).toJson(EXTENDED));
    assertEquals(flat(EXPIRING_JSON), Documents.encode(EXPIRING).toJson(EXTENDED));
    assertEquals(flat(TOMBSTONE_JSON), Documents.encode(TOMBSTONE).toJson(EXTENDED));
    assertEquals(flat(WAITED_JSON), Documents.encode(WAITED).toJson(EXTENDED));
  }

  private static String flat(String json) {
    return json.replaceAll("\\s*\\n\\s*", " ");
  }

  @Test
  void storedRowsComeBack() {
    assertEquals(IMMUTABLE, Documents.decodeObject(BsonDocument.parse(IMMUTABLE_JSON)));
    assertEquals(EXPIRING, Documents.decodeObject(BsonDocument.parse(EXPIRING_JSON)));
    assertEquals(TOMBSTONE, Documents.decodeReference(BsonDocument.parse(TOMBSTONE_JSON)));
    assertEquals(WAITED, Documents.decodeReference(BsonDocument.parse(WAITED_JSON)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1_000, 1_001, Long.MAX_VALUE - 1, Long.MAX_VALUE})
  void databaseGetsATimeThatIsNotBeforeTheHint(long micros) {
    ObjectRow row =
        ObjectRow.expiring(EXPIRING.key(), Bytes.empty(), new Token(1, 2), Rows.CREATED, micros);
    long millis = Documents.encode(row).getDateTime(Documents.REMOVE_AFTER).getValue();
    assertEquals(-Math.floorDiv(-micros, 1_000L), millis, "rounded up");
    assertEquals(row, Documents.decodeObject(Documents.encode(row)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$set': 'createdMicros'}",
        "{createdMicros: 5}",
        "{createdMicros: {$numberLong: '-1'}}",
        "{value: 'text'}",
        "{value: {$binary: {base64: '', subType: '04'}}}",
        "{value: null}",
        "{token: null}",
        "{token: {$binary: {base64: 'AAAA', subType: '00'}}}",
        "{token: {$binary: {base64: 'AAAAAAAAAAH//////////g==', subType: '03'}}}",
        "{expiresMicros: {$numberLong: '1'}}",
        "{removeAfter: {$date: {$numberLong: '1'}}}",
        "{expiresMicros: {$numberLong: '1'}, removeAfter: {$date: {$numberLong: '1'}}}",
        "{later: 1}",
        "{_id: 5}",
        "{_id: 'acme'}"
      })
  void documentOfAnotherFormIsDamagedAndNamed(String change) {
    BsonDocument document = Documents.encode(IMMUTABLE);
    document.putAll(BsonDocument.parse(change));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> Documents.decodeObject(document));
    assertTrue(e.getMessage().contains("_id"), e::getMessage);
  }

  @Test
  void missingFieldsOfEitherKindAreDamage() {
    for (String field : List.of("_id", "createdMicros", "value")) {
      BsonDocument document = Documents.encode(IMMUTABLE);
      document.remove(field);
      assertThrows(DamagedDataException.class, () -> Documents.decodeObject(document), field);
    }
    for (String field : List.of("_id", "token", "version", "createdMicros", "earlierHeads")) {
      BsonDocument document = Documents.encode(TOMBSTONE);
      document.remove(field);
      assertThrows(DamagedDataException.class, () -> Documents.decodeReference(document), field);
    }
    BsonDocument dated =
        Documents.encode(EXPIRING).append(Documents.REMOVE_AFTER, new BsonDateTime(0));
    assertEquals(EXPIRING, Documents.decodeObject(dated), "only the database looks at the date");
  }
}
