package dev.cairn.testkit.contract;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tokens are 128 bits, and all of them count. */
public interface TokenContract extends ContractPart {
  /** What a column without a token might hold. */
  Token ZEROS = new Token(0, 0);

  /** The other end of their range. */
  Token ONES = new Token(-1, -1);

  @Test
  default void tokensOfObjectsAreComparedToTheLastBit() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "first");
    Expect.applied(backend().insert(row));
    for (Token near : near(TestRows.tokenOf(row))) {
      Expect.conflict(backend().swap(near, TestRows.next(row, "second")), Optional.of(row));
      Expect.conflict(backend().deleteIf(row.key(), near), Optional.of(row));
    }
    Expect.there(backend(), row);
  }

  @Test
  default void tokensOfReferencesAreComparedToTheLastBit() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    for (Token near : near(row.token())) {
      ReferenceRow next = row.moveTo(1, EarlierHeads.none(), TestRows.token());
      Expect.conflict(backend().swapReference(near, next), Optional.of(row));
      Expect.conflict(backend().removeReference(row.key(), near), Optional.of(row));
    }
    Expect.there(backend(), row);
  }

  @Test
  default void rowWithoutATokenHasNoTokenThatACallCouldExpect() {
    ObjectRow immutable = TestRows.immutable(TestRows.scope(), 1);
    backend().write(List.of(immutable));
    for (Token any : List.of(TestRows.token(), ZEROS, ONES)) {
      Expect.conflictWithOtherKind(
          backend().swap(any, TestRows.updateable(immutable.key(), "swapped")), immutable);
      Expect.there(backend(), immutable);
      Expect.conflictWithOtherKind(backend().deleteIf(immutable.key(), any), immutable);
      Expect.there(backend(), immutable);
    }
  }

  @Test
  default void tokenOfZerosIsATokenLikeOthers() {
    for (Token token : List.of(ZEROS, ONES)) {
      ObjectKey key = TestRows.named(TestRows.scope(), "lease");
      ObjectRow row = ObjectRow.updateable(key, Bytes.ofUtf8("first"), token, TestRows.CREATED);
      Expect.conflict(backend().swap(token, TestRows.next(row, "too early")), Optional.empty());
      Expect.applied(backend().insert(row));
      Expect.there(backend(), row);
      Expect.conflict(
          backend().swap(TestRows.token(), TestRows.next(row, "late")), Optional.of(row));
      Expect.applied(backend().swap(token, TestRows.next(row, "second")));
    }
  }

  /** Tokens that differ in one bit: the highest and lowest of either half. */
  private static List<Token> near(Token token) {
    return List.of(
        new Token(token.high() ^ Long.MIN_VALUE, token.low()),
        new Token(token.high() ^ 1, token.low()),
        new Token(token.high(), token.low() ^ Long.MIN_VALUE),
        new Token(token.high(), token.low() ^ 1));
  }
}
