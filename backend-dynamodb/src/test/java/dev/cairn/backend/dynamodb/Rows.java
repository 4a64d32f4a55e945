package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Random;
import java.util.UUID;

/** Rows for tests, in unused scopes. */
final class Rows {
  static final long CREATED = 1_767_225_600_123_457L;

  private Rows() {}

  static Scope scope() {
    return new Scope("t-" + UUID.randomUUID(), "c");
  }

  static Token token() {
    UUID random = UUID.randomUUID();
    return new Token(random.getMostSignificantBits(), random.getLeastSignificantBits());
  }

  static ObjectKey key(Scope scope, long id) {
    return new ObjectKey(scope, "thing", ObjectId.of(id));
  }

  static ObjectRow immutable(Scope scope, long id, Bytes value) {
    return ObjectRow.immutable(key(scope, id), value, CREATED);
  }

  static ObjectRow immutable(Scope scope, long id) {
    return immutable(scope, id, Bytes.ofUtf8("value of " + id));
  }

  static ObjectRow updateable(Scope scope, String name, String value) {
    ObjectKey key = new ObjectKey(scope, "thing", ObjectId.ofName(name));
    return ObjectRow.updateable(key, Bytes.ofUtf8(value), token(), CREATED);
  }

  static ObjectRow next(ObjectRow row, String value) {
    return ObjectRow.updateable(row.key(), Bytes.ofUtf8(value), token(), CREATED);
  }

  static ReferenceRow reference(Scope scope) {
    return ReferenceRow.create(new ReferenceKey(scope, "main"), token(), CREATED);
  }

  static Token tokenOf(ObjectRow row) {
    return row.token().orElseThrow();
  }

  static Bytes noise(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
