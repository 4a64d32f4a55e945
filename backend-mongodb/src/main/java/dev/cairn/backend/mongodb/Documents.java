package dev.cairn.backend.mongodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Maps rows to documents and back. */
final class Documents {
  static final String OBJECTS = "objects";
  static final String REFERENCES = "references";

  static final String ID = "_id";
  static final String TOKEN = "token";

  /** The field of the TTL index: the expiry hint as a date, which has milliseconds only. */
  static final String REMOVE_AFTER = "removeAfter";

  private static final String CREATED = "createdMicros";
  private static final String EXPIRES = "expiresMicros";
  private static final String VALUE = "value";
  private static final String HEAD = "head";
  private static final String VERSION = "version";
  private static final String EARLIER_HEADS = "earlierHeads";
  private static final String DELETED = "deletedMicros";
  private static final String TURNS = "turns";

  private static final int MICROS_PER_MILLI = 1_000;

  private Documents() {}

  static BsonDocument encode(ObjectRow row) {
    BsonDocument document = new BsonDocument(ID, new BsonString(RowIds.encode(row.key())));
    row.token().ifPresent(token -> document.append(TOKEN, Fields.binary(token.toBytes())));
    document.append(CREATED, new BsonInt64(row.createdAtMicros()));
    row.expiresAtMicros()
        .ifPresent(
            micros ->
                document
                    .append(EXPIRES, new BsonInt64(micros))
                    .append(REMOVE_AFTER, new BsonDateTime(toMillis(micros))));
    return document.append(VALUE, Fields.binary(row.value()));
  }

  // Rounded up, since the database must not remove a row early.
  private static long toMillis(long micros) {
    return micros / MICROS_PER_MILLI + (micros % MICROS_PER_MILLI == 0 ? 0 : 1);
  }

  static ObjectRow decodeObject(BsonDocument document) {
    Fields fields = new Fields(OBJECTS, document);
    ObjectKey key = RowIds.decodeObjectKey(fields.text(ID));
    Optional<Bytes> token = fields.findBytes(TOKEN);
    long created = fields.number(CREATED);
    OptionalLong expires = fields.findNumber(EXPIRES);
    Optional<BsonDateTime> removal = fields.take(REMOVE_AFTER, BsonDateTime.class);
    Bytes value = fields.bytes(VALUE);
    fields.expectNoOthers();
    if (removal.isPresent() != expires.isPresent()) {
      throw fields.damaged(
          "it has only one of the fields %s and %s".formatted(EXPIRES, REMOVE_AFTER));
    }
    try {
      return new ObjectRow(key, value, token.map(Token::ofBytes), created, expires);
    } catch (IllegalArgumentException e) {
      throw fields.damaged(e);
    }
  }

  static BsonDocument encode(ReferenceRow row) {
    BsonDocument document =
        new BsonDocument(ID, new BsonString(RowIds.encode(row.key())))
            .append(TOKEN, Fields.binary(row.token().toBytes()))
            .append(VERSION, new BsonInt64(row.version()))
            .append(CREATED, new BsonInt64(row.createdAtMicros()));
    row.headId().ifPresent(head -> document.append(HEAD, new BsonInt64(head)));
    row.deletedAtMicros().ifPresent(at -> document.append(DELETED, new BsonInt64(at)));
    if (row.turns().length() > 0) {
      document.append(TURNS, Fields.binary(row.turns()));
    }
    return document.append(EARLIER_HEADS, Fields.binary(row.earlierHeads().toBytes()));
  }

  static ReferenceRow decodeReference(BsonDocument document) {
    Fields fields = new Fields(REFERENCES, document);
    ReferenceKey key = RowIds.decodeReferenceKey(fields.text(ID));
    Bytes token = fields.bytes(TOKEN);
    long version = fields.number(VERSION);
    long created = fields.number(CREATED);
    OptionalLong head = fields.findNumber(HEAD);
    OptionalLong deleted = fields.findNumber(DELETED);
    EarlierHeads earlier = EarlierHeads.ofBytes(fields.bytes(EARLIER_HEADS));
    Bytes turns = fields.findBytes(TURNS).orElse(Bytes.empty());
    fields.expectNoOthers();
    try {
      return new ReferenceRow(
          key, head, version, Token.ofBytes(token), created, earlier, deleted, turns);
    } catch (IllegalArgumentException e) {
      throw fields.damaged(e);
    }
  }
}
