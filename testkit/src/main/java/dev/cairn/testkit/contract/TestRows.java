package dev.cairn.testkit.contract;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/**
 * Rows for tests. Scopes, types and tokens are new in the whole world, not drawn from a seed: the
 * store may still hold what an earlier run of the same seed left there.
 */
final class TestRows {
  /** The type of objects where a test needs only one. */
  static final String TYPE = "thing";

  /** Created-at where it does not matter, with microseconds that a coarser clock would lose. */
  static final long CREATED = 1_767_225_600_123_457L;

  private TestRows() {}

  /** An unused scope. */
  static Scope scope() {
    return new Scope("t-" + UUID.randomUUID(), "c-" + UUID.randomUUID());
  }

  /** The unused name of a type. */
  static String type() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  /** An unused token. */
  static Token token() {
    UUID random = UUID.randomUUID();
    return new Token(random.getMostSignificantBits(), random.getLeastSignificantBits());
  }

  static ReferenceKey referenceKey(Scope scope, String name) {
    return new ReferenceKey(scope, name);
  }

  /** A reference in the empty state. */
  static ReferenceRow reference(Scope scope, String name) {
    return reference(new ReferenceKey(scope, name));
  }

  static ReferenceRow reference(ReferenceKey key) {
    return ReferenceRow.create(key, token(), CREATED);
  }

  /** A reference with a head and a line of earlier heads. */
  static ReferenceRow referenceWithHeads(ReferenceKey key, EarlierHeads earlier) {
    return new ReferenceRow(
        key, OptionalLong.of(77), 1_000, token(), CREATED, earlier, OptionalLong.empty());
  }

  static ObjectKey key(Scope scope, long id) {
    return key(scope, TYPE, id);
  }

  static ObjectKey key(Scope scope, String type, long id) {
    return new ObjectKey(scope, type, ObjectId.of(id));
  }

  static ObjectKey named(Scope scope, String name) {
    return new ObjectKey(scope, TYPE, ObjectId.ofName(name));
  }

  static ObjectRow immutable(ObjectKey key, String value) {
    return ObjectRow.immutable(key, Bytes.ofUtf8(value), CREATED);
  }

  static ObjectRow immutable(Scope scope, long id) {
    return immutable(key(scope, id), "value of " + id);
  }

  static ObjectRow updateable(ObjectKey key, String value) {
    return updateable(key, Bytes.ofUtf8(value));
  }

  static ObjectRow updateable(ObjectKey key, Bytes value) {
    return ObjectRow.updateable(key, value, token(), CREATED);
  }

  /** The next version of {@code row}: another value, a new token. */
  static ObjectRow next(ObjectRow row, String value) {
    return new ObjectRow(
        row.key(),
        Bytes.ofUtf8(value),
        Optional.of(token()),
        row.createdAtMicros(),
        row.expiresAtMicros());
  }

  static Token tokenOf(ObjectRow row) {
    return row.token().orElseThrow();
  }

  /** Bytes that no compression makes smaller. */
  static Bytes noise(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
