package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;

/**
 * Encodes row keys as byte strings, for databases with ordered or binary keys.
 *
 * <p>Every part except the last is preceded by its length. The rows of a scope, and of a type in
 * it, are therefore contiguous, and the prefix of one scope is never a prefix of another: a range
 * delete in {@code x} cannot affect {@code x:y}.
 */
public final class RowKeys {
  /** The length of the longest key of an object: the width of a key column. */
  public static final int MAX_OBJECT_KEY_BYTES =
      2 * ByteWriter.sizedLength(Scope.MAX_ID_BYTES)
          + ByteWriter.sizedLength(ObjectKey.MAX_TYPE_BYTES)
          + ObjectId.NAME_BYTES;

  /** The length of the longest key of a reference: the width of a key column. */
  public static final int MAX_REFERENCE_KEY_BYTES =
      2 * ByteWriter.sizedLength(Scope.MAX_ID_BYTES) + ReferenceKey.MAX_NAME_BYTES;

  private RowKeys() {}

  /** The prefix of all keys of {@code scope}, and of no other keys. */
  public static Bytes prefix(Scope scope) {
    return write(scope, 0).toBytes();
  }

  /** The prefix of all keys of objects of {@code type} in {@code scope}, and of no other keys. */
  public static Bytes prefix(Scope scope, String type) {
    return write(scope, type, 0).toBytes();
  }

  /** The smallest byte string greater than all keys of this scope and type. */
  public static Bytes end(Scope scope, String type) {
    // The prefix begins with a length of one or two bytes, so some byte can be incremented.
    byte[] bytes = prefix(scope, type).toByteArray();
    int last = bytes.length - 1;
    while (bytes[last] == -1) {
      last--;
    }
    bytes[last]++;
    return Bytes.wrap(bytes).slice(0, last + 1);
  }

  /** Encodes the key of an object row. */
  public static Bytes encode(ObjectKey key) {
    Bytes id = key.id().bytes();
    return write(key.scope(), key.type(), id.length()).putBytes(id).toBytes();
  }

  /** Encodes the key of a reference row. */
  public static Bytes encode(ReferenceKey key) {
    Bytes name = Bytes.ofUtf8(key.name());
    return write(key.scope(), name.length()).putBytes(name).toBytes();
  }

  /**
   * Decodes the key of an object row.
   *
   * @throws dev.cairn.api.DamagedDataException if it is invalid
   */
  public static ObjectKey decodeObjectKey(Bytes bytes) {
    ByteReader in = new ByteReader("the key of an object's row", bytes);
    try {
      Scope scope = new Scope(in.getText(), in.getText());
      return new ObjectKey(scope, in.getText(), ObjectId.ofBytes(in.getBytes(in.remaining())));
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  /**
   * Decodes the key of a reference row.
   *
   * @throws dev.cairn.api.DamagedDataException if it is invalid
   */
  public static ReferenceKey decodeReferenceKey(Bytes bytes) {
    ByteReader in = new ByteReader("the key of a reference's row", bytes);
    try {
      Scope scope = new Scope(in.getText(), in.getText());
      return new ReferenceKey(scope, in.getText(in.remaining()));
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  private static ByteWriter write(Scope scope, int more) {
    Bytes tenant = Bytes.ofUtf8(scope.tenantId());
    Bytes catalog = Bytes.ofUtf8(scope.catalogId());
    int length = ByteWriter.sizedLength(tenant.length()) + ByteWriter.sizedLength(catalog.length());
    return new ByteWriter(length + more).putSized(tenant).putSized(catalog);
  }

  private static ByteWriter write(Scope scope, String type, int more) {
    Bytes typeName = Bytes.ofUtf8(type);
    return write(scope, ByteWriter.sizedLength(typeName.length()) + more).putSized(typeName);
  }
}
