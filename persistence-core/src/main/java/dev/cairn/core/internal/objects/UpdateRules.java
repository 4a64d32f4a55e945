package dev.cairn.core.internal.objects;

import static dev.cairn.core.internal.settle.Verdict.AGAIN;
import static dev.cairn.core.internal.settle.Verdict.APPLIED;
import static dev.cairn.core.internal.settle.Verdict.CONFLICT;
import static dev.cairn.core.internal.settle.Verdict.UNKNOWN;

import dev.cairn.api.Token;
import dev.cairn.core.internal.settle.Verdict;
import java.util.Optional;

/**
 * Rules for what an updateable object, found after a write with an unknown outcome, proves about
 * that write. They rely on tokens never recurring and on every object naming its previous token.
 */
final class UpdateRules {
  private UpdateRules() {}

  /**
   * The rule for an insert with the token {@code mine}. An insert expects absence, which, unlike a
   * token, recurs: neither an object of another writer nor absence proves that this insert was not
   * applied before or will not be applied later. A second insert could bring back an object that
   * was deleted meanwhile, with a token that must never recur.
   */
  static <T> Verdict.Rule<Versioned<T>> ofInsert(Token mine) {
    return found -> found.isPresent() && isOrFollows(found.get(), mine) ? APPLIED : UNKNOWN;
  }

  /** The rule for a swap from {@code expected} to the token {@code mine}. */
  static <T> Verdict.Rule<Versioned<T>> ofSwap(Token expected, Token mine) {
    return found -> {
      if (found.isEmpty()) {
        return UNKNOWN; // deleted before the swap, or after it
      }
      if (isOrFollows(found.get(), mine)) {
        return APPLIED;
      }
      if (found.get().token().equals(expected)) {
        return AGAIN;
      }
      return found.get().previous().equals(Optional.of(expected)) ? CONFLICT : UNKNOWN;
    };
  }

  /**
   * The rule for the deletion of the version with {@code expected}. An object that is gone, or was
   * inserted anew, was deleted, and that version with it; a deletion promises no more. It may have
   * been deleted by this call, by another one with the same token, or by one after a change in
   * between.
   */
  static <T> Verdict.Rule<Versioned<T>> ofDelete(Token expected) {
    return found -> {
      if (found.isEmpty()) {
        return APPLIED;
      }
      if (found.get().token().equals(expected)) {
        return AGAIN;
      }
      if (found.get().previous().isEmpty()) {
        return APPLIED;
      }
      return found.get().previous().equals(Optional.of(expected)) ? CONFLICT : UNKNOWN;
    };
  }

  private static boolean isOrFollows(Versioned<?> found, Token mine) {
    return found.token().equals(mine) || found.previous().equals(Optional.of(mine));
  }
}
