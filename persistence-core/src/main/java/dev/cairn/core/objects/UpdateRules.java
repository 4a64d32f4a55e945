package dev.cairn.core.objects;

import static dev.cairn.core.settle.Verdict.AGAIN;
import static dev.cairn.core.settle.Verdict.APPLIED;
import static dev.cairn.core.settle.Verdict.CONFLICT;
import static dev.cairn.core.settle.Verdict.UNKNOWN;

import dev.cairn.api.Token;
import dev.cairn.core.settle.Verdict;
import java.util.Optional;

/**
 * What an updateable object, found after a write in doubt, proves about that write. It rests on
 * tokens that never recur and on every object naming the token it had before.
 */
final class UpdateRules {
  private UpdateRules() {}

  /**
   * For an insert with the token {@code mine}. What it expects is absence, and that, unlike a
   * token, comes again: neither an object of somebody else nor none at all proves that mine was not
   * there before or will not come later, and a second insert could bring back what was deleted
   * meanwhile, with a token that must never recur.
   */
  static <T> Verdict.Rule<Versioned<T>> ofInsert(Token mine) {
    return found -> found.isPresent() && isOrFollows(found.get(), mine) ? APPLIED : UNKNOWN;
  }

  /** For a swap from {@code expected} to the token {@code mine}. */
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
   * For the deletion of the version with {@code expected}. An object that is gone, or was inserted
   * anew, was deleted, and that version with it; that is all a deletion promises. It may have been
   * this call, another with the same token, or one after a change that came between.
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
