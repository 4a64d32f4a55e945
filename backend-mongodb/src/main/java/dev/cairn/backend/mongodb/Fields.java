package dev.cairn.backend.mongodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Reads the fields of a document, each of exactly one type. An unknown field is refused: a later
 * release or another program wrote it, and it would be lost when the row is replaced.
 */
final class Fields {
  private final String collection;
  private final BsonDocument document;
  private final Set<String> unread;

  Fields(String collection, BsonDocument document) {
    this.collection = collection;
    this.document = document;
    unread = new TreeSet<>(document.keySet());
  }

  static BsonBinary binary(Bytes bytes) {
    return new BsonBinary(bytes.toByteArray());
  }

  String text(String name) {
    return take(name, BsonString.class).orElseThrow(() -> missing(name)).getValue();
  }

  Bytes bytes(String name) {
    return findBytes(name).orElseThrow(() -> missing(name));
  }

  Optional<Bytes> findBytes(String name) {
    return take(name, BsonBinary.class).map(binary -> plain(name, binary));
  }

  // A token of another subtype would never equal the token that a swap expects.
  private Bytes plain(String name, BsonBinary binary) {
    if (binary.getType() != BsonBinarySubType.BINARY.getValue()) {
      throw damaged("its field %s is binary data of subtype %s".formatted(name, binary.getType()));
    }
    return Bytes.wrap(binary.getData());
  }

  long number(String name) {
    return findNumber(name).orElseThrow(() -> missing(name));
  }

  OptionalLong findNumber(String name) {
    Optional<BsonInt64> value = take(name, BsonInt64.class);
    return value.isPresent() ? OptionalLong.of(value.get().getValue()) : OptionalLong.empty();
  }

  <T extends BsonValue> Optional<T> take(String name, Class<T> type) {
    unread.remove(name);
    BsonValue value = document.get(name);
    if (value != null && !type.isInstance(value)) {
      throw damaged("its field %s is of type %s".formatted(name, value.getBsonType()));
    }
    return Optional.ofNullable(type.cast(value));
  }

  void expectNoOthers() {
    if (!unread.isEmpty()) {
      throw damaged("this release does not know its fields " + unread);
    }
  }

  DamagedDataException damaged(String why) {
    return new DamagedDataException(about(why));
  }

  DamagedDataException damaged(RuntimeException cause) {
    return new DamagedDataException(about(String.valueOf(cause.getMessage())), cause);
  }

  private DamagedDataException missing(String name) {
    return damaged("its field " + name + " is missing");
  }

  private String about(String why) {
    return "the document of the collection %s with _id %s is damaged: %s"
        .formatted(collection, document.get("_id"), why);
  }
}
