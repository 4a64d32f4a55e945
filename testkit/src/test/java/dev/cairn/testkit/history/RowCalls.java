package dev.cairn.testkit.history;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.testkit.history.RowCall.Answer;
import dev.cairn.testkit.history.RowCall.Kind;
import org.jspecify.annotations.Nullable;

/** RowCalls of one row in few words. Version n of the row has token n; 0 is no row. */
final class RowCalls {
  static final ObjectKey KEY = new ObjectKey(Scope.SYSTEM, "thing", ObjectId.of(1));

  private RowCalls() {}

  static @Nullable ObjectRow row(int version) {
    return version == 0
        ? null
        : ObjectRow.updateable(KEY, Bytes.ofUtf8("version " + version), token(version), 1);
  }

  static Token token(int version) {
    return new Token(version, version);
  }

  static RowCall read(long invoked, long returned, int found) {
    return call("reader", Kind.READ, null, null, Answer.FOUND, row(found), invoked, returned);
  }

  static RowCall insert(long invoked, long returned, int put, Answer answer) {
    return call("inserter", Kind.INSERT, null, row(put), answer, null, invoked, returned);
  }

  static RowCall swap(long invoked, long returned, int expected, int put, Answer answer) {
    return call("swapper", Kind.SWAP, token(expected), row(put), answer, null, invoked, returned);
  }

  static RowCall conflict(long invoked, long returned, int expected, int put, int found) {
    return call(
        "swapper",
        Kind.SWAP,
        token(expected),
        row(put),
        Answer.CONFLICT,
        row(found),
        invoked,
        returned);
  }

  static RowCall remove(long invoked, long returned, int expected, Answer answer) {
    return call("remover", Kind.REMOVE, token(expected), null, answer, null, invoked, returned);
  }

  static RowCall call(
      String client,
      Kind kind,
      @Nullable Token expected,
      @Nullable ObjectRow put,
      Answer answer,
      @Nullable ObjectRow found,
      long invoked,
      long returned) {
    return new RowCall(
        client,
        KEY,
        kind,
        expected,
        put,
        answer,
        found,
        invoked,
        answer == Answer.UNKNOWN ? Timed.NEVER : returned);
  }
}
