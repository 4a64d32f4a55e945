package dev.cairn.backend.mongodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;

/**
 * Row keys as {@code _id}: a string whose parts are separated by tabs, which no name contains.
 *
 * <p>Strings, because MongoDB compares them byte by byte, so that a scope, or a type in it, is one
 * range of {@code _id}. It compares binary data by length first, so a prefix would be many ranges;
 * and a document as {@code _id} would be another key if its fields had another order. Also,
 * operators can type a string.
 */
final class RowIds {
  private static final char SEPARATOR = '\t';
  private static final char AFTER_SEPARATOR = SEPARATOR + 1;

  private RowIds() {}

  /** The prefix of the IDs of all rows in {@code scope}, and of no others. */
  static String prefix(Scope scope) {
    return scope.tenantId() + SEPARATOR + scope.catalogId() + SEPARATOR;
  }

  /** The prefix of the IDs of all objects of {@code type} in {@code scope}, and of no others. */
  static String prefix(Scope scope, String type) {
    return prefix(scope) + type + SEPARATOR;
  }

  /** The least upper bound of all strings with {@code prefix}. */
  static String end(String prefix) {
    return prefix.substring(0, prefix.length() - 1) + AFTER_SEPARATOR;
  }

  static String encode(ObjectKey key) {
    return prefix(key.scope(), key.type()) + key.id();
  }

  static String encode(ReferenceKey key) {
    return prefix(key.scope()) + key.name();
  }

  static ObjectKey decodeObjectKey(String id) {
    String[] parts = split(id, 4);
    try {
      ObjectKey key =
          new ObjectKey(
              new Scope(parts[0], parts[1]), parts[2], ObjectId.ofBytes(Bytes.ofHex(parts[3])));
      return sameAs(id, encode(key), key);
    } catch (IllegalArgumentException e) {
      throw damaged(id, e);
    }
  }

  static ReferenceKey decodeReferenceKey(String id) {
    String[] parts = split(id, 3);
    try {
      ReferenceKey key = new ReferenceKey(new Scope(parts[0], parts[1]), parts[2]);
      return sameAs(id, encode(key), key);
    } catch (IllegalArgumentException e) {
      throw damaged(id, e);
    }
  }

  private static String[] split(String id, int count) {
    String[] parts = id.split(String.valueOf(SEPARATOR), -1);
    if (parts.length != count) {
      throw new DamagedDataException(
          "the _id '%s' has %d parts separated by tabs, not %d".formatted(id, parts.length, count));
    }
    return parts;
  }

  // Uppercase digits would be a second form of one key.
  private static <K> K sameAs(String id, String encoded, K key) {
    if (!encoded.equals(id)) {
      throw new IllegalArgumentException("it would be written as '" + encoded + "'");
    }
    return key;
  }

  private static DamagedDataException damaged(String id, IllegalArgumentException cause) {
    return new DamagedDataException(
        "the _id '%s' is not that of a row: %s".formatted(id, cause.getMessage()), cause);
  }
}
