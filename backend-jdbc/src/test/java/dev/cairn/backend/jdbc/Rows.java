package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows for tests. */
final class Rows {
  static final Scope SCOPE = new Scope("acme", "sales");

  static final long CREATED = 1_767_225_600_000_000L;

  private Rows() {}

  static Token token() {
    UUID random = UUID.randomUUID();
    return new Token(random.getMostSignificantBits(), random.getLeastSignificantBits());
  }

  static ObjectRow object(long id, String value) {
    ObjectKey key = new ObjectKey(SCOPE, "thing", ObjectId.of(id));
    return ObjectRow.immutable(key, Bytes.ofUtf8(value), CREATED);
  }

  static ObjectRow updateable(String name, String value) {
    ObjectKey key = new ObjectKey(SCOPE, "lease", ObjectId.ofName(name));
    return ObjectRow.updateable(key, Bytes.ofUtf8(value), token(), CREATED);
  }

  static ObjectRow next(ObjectRow row, String value) {
    return ObjectRow.updateable(row.key(), Bytes.ofUtf8(value), token(), row.createdAtMicros());
  }

  static Token tokenOf(ObjectRow row) {
    return row.token().orElseThrow();
  }

  static ReferenceRow reference(String name) {
    return ReferenceRow.create(new ReferenceKey(SCOPE, name), token(), CREATED);
  }

  static Optional<ObjectRow> read(Backend backend, ObjectKey key) {
    return backend.fetch(List.of(key), ReadMode.STRONG).get(0);
  }

  static Optional<ReferenceRow> read(Backend backend, ReferenceKey key) {
    return backend.readReference(key, ReadMode.STRONG);
  }

  static void applied(CasResult<?> result) {
    assertEquals(CasResult.applied(), result);
  }
}
