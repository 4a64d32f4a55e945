package dev.cairn.api.spi;

import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;

/** Keys and tokens for tests that do not care which. */
final class Rows {
  static final Scope SCOPE = new Scope("tenant", "catalog");
  static final ObjectKey NUMBERED = new ObjectKey(SCOPE, "type", ObjectId.of(7));
  static final ObjectKey NAMED = new ObjectKey(SCOPE, "type", ObjectId.ofName("lease"));
  static final ReferenceKey REFERENCE = new ReferenceKey(SCOPE, "main");

  private Rows() {}

  static Token token(long number) {
    return new Token(0, number);
  }
}
