package dev.cairn.backend.mongodb;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Inspects the descriptions of collections and indexes, and reports problems. */
final class CollectionInspection {
  private static final String TTL = "expireAfterSeconds";

  private CollectionInspection() {}

  /** The problem of a collection that {@code listCollections} describes. */
  static Optional<String> ofCollection(BsonDocument collection) {
    if (!collection
        .get("type", new BsonString("collection"))
        .equals(new BsonString("collection"))) {
      return Optional.of("is a " + collection.getString("type").getValue());
    }
    BsonDocument options = collection.getDocument("options", new BsonDocument());
    if (isTrue(options.get("capped"))) {
      return Optional.of("is capped: the database would drop its oldest rows; drop the collection");
    }
    BsonValue collation = options.get("collation");
    if (collation instanceof BsonDocument rules
        && !new BsonString("simple").equals(rules.get("locale"))) {
      return Optional.of(
          "has the collation %s, which treats different keys as equal; drop the collection"
              .formatted(rules.get("locale")));
    }
    return Optional.empty();
  }

  /**
   * The problem of the indexes that {@code listIndexes} describes: an index that is missing, that
   * removes rows that must stay, or that refuses rows as duplicates.
   *
   * @param expiry the field of the one index that removes documents, if there must be one
   */
  static Optional<String> ofIndexes(List<BsonDocument> indexes, Optional<String> expiry) {
    Optional<BsonDocument> wanted = expiry.map(field -> new BsonDocument(field, new BsonInt32(1)));
    boolean found = false;
    for (BsonDocument index : indexes) {
      if (wanted.isPresent() && isKey(index, wanted.get())) {
        found = true;
        if (!isNumber(index.get(TTL), MongoDbSchema.GRACE_SECONDS)) {
          return Optional.of(
              "has the index %s with %s = %s instead of %s; drop the index"
                  .formatted(name(index), TTL, index.get(TTL), MongoDbSchema.GRACE_SECONDS));
        }
      } else if (index.containsKey(TTL)) {
        return Optional.of(
            "has the index %s, which removes rows that must stay; drop the index"
                .formatted(name(index)));
      } else if (isTrue(index.get("unique"))
          && !isKey(index, new BsonDocument("_id", new BsonInt32(1)))) {
        return Optional.of(
            "has the unique index %s, which refuses rows with different keys; drop the index"
                .formatted(name(index)));
      }
    }
    return found || wanted.isEmpty()
        ? Optional.empty()
        : Optional.of("has no index on " + expiry.orElseThrow());
  }

  // The server may return a direction as a number of any type.
  private static boolean isKey(BsonDocument index, BsonDocument key) {
    BsonDocument found = index.getDocument("key", new BsonDocument());
    return found.size() == 1
        && found.getFirstKey().equals(key.getFirstKey())
        && isNumber(found.get(found.getFirstKey()), 1);
  }

  private static String name(BsonDocument index) {
    return String.valueOf(
        index.get("name") instanceof BsonString text ? text.getValue() : index.get("name"));
  }

  private static boolean isTrue(@Nullable BsonValue value) {
    return value != null && value.isBoolean() && value.asBoolean().getValue();
  }

  /** Whether {@code value} is {@code number}, of any type. */
  static boolean isNumber(@Nullable BsonValue value, int number) {
    return value != null && value.isNumber() && value.asNumber().doubleValue() == number;
  }
}
