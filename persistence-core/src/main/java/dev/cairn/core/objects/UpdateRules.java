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

  /** For an insert with the token {@code mine}. */
  static <T> Verdict.Rule<Versioned<T>> ofInsert(Token mine) {
    return found -> {
      if (found.isEmpty()) {
        return AGAIN;
      }
      if (isOrFollows(found.get(), mine)) {
        return APPLIED;
      }
      return found.get().previous().isEmpty() ? CONFLICT : UNKNOWN;
    };
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
   * anew, was deleted; whether by this call or by another with the same token is the same to
   * everybody.
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
