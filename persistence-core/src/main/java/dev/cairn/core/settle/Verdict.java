package dev.cairn.core.settle;

import java.util.Optional;

/** What a row, found after a write in doubt, proves about that write. */
public enum Verdict {
  /** The write was made. */
  APPLIED,
  /** It was not made and cannot be any more: the row has a token it does not expect. */
  CONFLICT,
  /** Nothing is proved and the write may still land: the same write may be tried again. */
  AGAIN,
  /** Too much happened since to tell. */
  UNKNOWN;

  /**
   * Judges by the row that is found. It rests on tokens that never recur.
   *
   * @param <R> the kind of row
   */
  @FunctionalInterface
  public interface Rule<R> {
    /**
     * What {@code found}, read after the write began, proves about it. May read more to find out,
     * and throw {@link dev.cairn.api.BackendUnavailableException} if it cannot.
     */
    Verdict judge(Optional<R> found);
  }
}
