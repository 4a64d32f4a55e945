package dev.cairn.backend.mongodb;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Looks at what the database tells of its collections and indexes, and says what cannot stay. */
final class Inspection {
  private static final String TTL = "expireAfterSeconds";

  private Inspection() {}

  /** What is wrong with a collection as {@code listCollections} describes it. */
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
          "has the collation %s, which takes different keys for the same; drop the collection"
              .formatted(rules.get("locale")));
    }
    return Optional.empty();
  }

  /**
   * What is wrong with the indexes of a collection as {@code listIndexes} describes them: an index
   * that is missing, that removes rows which must stay, or that refuses rows as duplicates.
   *
   * @param expiry the field of the one index that removes documents, if there must be one
   */
  static Optional<String> ofIndexes(List<BsonDocument> indexes, Optional<String> expiry) {
    Optional<BsonDocument> wanted = expiry.map(field -> new BsonDocument(field, new BsonInt32(1)));
    boolean found = false;
    for (BsonDocument index : indexes) {
      if (wanted.isPresent() && isKey(index, wanted.get())) {
        found = true;
        if (!isNumber(index.get(TTL), Schema.GRACE_SECONDS)) {
          return Optional.of(
              "has the index %s with %s = %s instead of %d; drop the index"
                  .formatted(name(index), TTL, index.get(TTL), Schema.GRACE_SECONDS));
        }
      } else if (index.containsKey(TTL)) {
        return Optional.of(
            "has the index %s, which removes rows that must stay; drop the index"
                .formatted(name(index)));
      } else if (isTrue(index.get("unique"))
          && !isKey(index, new BsonDocument("_id", new BsonInt32(1)))) {
        return Optional.of(
            "has the unique index %s, which refuses rows that are no duplicates; drop the index"
                .formatted(name(index)));
      }
    }
    return found || wanted.isEmpty()
        ? Optional.empty()
        : Optional.of("has no index on " + expiry.orElseThrow());
  }

  // A direction may come back as a number of any type.
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

  /** Whether {@code value} is {@code number}, of whatever type. */
  static boolean isNumber(@Nullable BsonValue value, int number) {
    return value != null && value.isNumber() && value.asNumber().doubleValue() == number;
  }
}
