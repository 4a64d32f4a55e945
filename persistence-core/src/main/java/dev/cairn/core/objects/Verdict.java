package dev.cairn.core.objects;

import dev.cairn.api.Token;
import java.util.Optional;

/**
 * What an object, found after a write in doubt, proves about that write. It rests on tokens that
 * never recur and on every object naming the token it had before.
 */
enum Verdict {
  /** The write was made. */
  APPLIED,
  /** Another write took its place: it was not made and cannot be any more. */
  CONFLICT,
  /** Nothing is proved and the write may still land: it may be tried again. */
  AGAIN,
  /** Too much happened since to tell. */
  UNKNOWN;

  /**
   * Judges by what is found.
   *
   * @param <T> the class of the object's values
   */
  @FunctionalInterface
  interface Rule<T> {
    Verdict judge(Optional<Versioned<T>> found);
  }

  /** For an insert with the token {@code mine}. */
  static <T> Rule<T> ofInsert(Token mine) {
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
  static <T> Rule<T> ofSwap(Token expected, Token mine) {
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
  static <T> Rule<T> ofDelete(Token expected) {
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
