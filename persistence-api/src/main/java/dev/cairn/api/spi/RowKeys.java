package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;

/**
 * Row keys as one byte string each, for databases with ordered or binary keys.
 *
 * <p>Every part but the last is preceded by its length. So the rows of a scope, and of a type in
 * it, are contiguous, and the prefix of one scope is never a prefix of another's: a range delete in
 * {@code x} cannot touch {@code x:y}.
 */
public final class RowKeys {
  private RowKeys() {}

  /** What all keys of {@code scope} begin with, and no other key. */
  public static Bytes prefix(Scope scope) {
    return write(scope, 0).toBytes();
  }

  /** What all keys of objects of {@code type} in {@code scope} begin with, and no other key. */
  public static Bytes prefix(Scope scope, String type) {
    return write(scope, type, 0).toBytes();
  }

  /** The key of an object's row. */
  public static Bytes encode(ObjectKey key) {
    Bytes id = key.id().bytes();
    return write(key.scope(), key.type(), id.length()).putBytes(id).toBytes();
  }

  /** The key of a reference's row. */
  public static Bytes encode(ReferenceKey key) {
    Bytes name = Bytes.ofUtf8(key.name());
    return write(key.scope(), name.length()).putBytes(name).toBytes();
  }

  /**
   * Reads the key of an object's row.
   *
   * @throws dev.cairn.api.DamagedDataException if it is no such key
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
   * Reads the key of a reference's row.
   *
   * @throws dev.cairn.api.DamagedDataException if it is no such key
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
