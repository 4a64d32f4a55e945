package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Rows for tests. */
final class Rows {
  static final Scope SCOPE = new Scope("acme", "sales");

  private static final long CREATED = 1_767_225_600_000_000L;

  private Rows() {}

  static Token token() {
    UUID random = UUID.randomUUID();
    return new Token(random.getMostSignificantBits(), random.getLeastSignificantBits());
  }

  static ObjectKey key(long id) {
    return new ObjectKey(SCOPE, "thing", ObjectId.of(id));
  }

  /** An immutable row whose value follows from its ID and no compression makes smaller. */
  static ObjectRow object(long id, int size) {
    return ObjectRow.immutable(key(id), noise(id, size), CREATED);
  }

  static List<ObjectRow> objects(long from, int count, int size) {
    List<ObjectRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(object(from + i, size));
    }
    return rows;
  }

  static ObjectRow updateable(String name, Bytes value) {
    ObjectKey key = new ObjectKey(SCOPE, "lease", ObjectId.ofName(name));
    return ObjectRow.updateable(key, value, token(), CREATED);
  }

  static ReferenceKey referenceKey(String name) {
    return new ReferenceKey(SCOPE, name);
  }

  static ReferenceRow reference(String name) {
    return ReferenceRow.create(referenceKey(name), token(), CREATED);
  }

  static ReferenceRow moved(ReferenceRow row, long head) {
    return row.moveTo(head, EarlierHeads.none(), token());
  }

  static Bytes noise(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  static Optional<ObjectRow> read(Backend backend, ObjectKey key) {
    return backend.fetch(List.of(key), ReadMode.STRONG).get(0);
  }

  static Optional<ReferenceRow> read(Backend backend, String reference) {
    return backend.readReference(referenceKey(reference), ReadMode.STRONG);
  }

  static boolean isApplied(CasResult<?> result) {
    return result instanceof CasResult.Applied;
  }
}
