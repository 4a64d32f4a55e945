package dev.cairn.backend.cassandra;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.UUID;

/** Rows for tests. */
final class CassandraRows {
  private CassandraRows() {}

  /** A unique one. */
  static Scope scope() {
    return new Scope("t-" + UUID.randomUUID(), "c");
  }

  static Token token() {
    UUID random = UUID.randomUUID();
    return new Token(random.getMostSignificantBits(), random.getLeastSignificantBits());
  }

  static ReferenceRow reference(Scope scope) {
    return ReferenceRow.create(new ReferenceKey(scope, "main"), token(), 1);
  }

  static ObjectRow updateable(Scope scope) {
    ObjectKey key = new ObjectKey(scope, "lease", ObjectId.ofName("lease"));
    return ObjectRow.updateable(key, Bytes.ofUtf8("first"), token(), 1);
  }

  /** The same object with another value and token. */
  static ObjectRow next(ObjectRow row) {
    return ObjectRow.updateable(row.key(), Bytes.ofUtf8("next"), token(), 1);
  }

  static ObjectKey numbered(Scope scope, long id) {
    return new ObjectKey(scope, "thing", ObjectId.of(id));
  }

  static ObjectRow immutable(Scope scope, long id) {
    return ObjectRow.immutable(numbered(scope, id), Bytes.ofUtf8("value"), 1);
  }
}
