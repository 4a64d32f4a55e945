package dev.cairn.core.internal.settle;

import java.util.Optional;

/** What a row, read after a write with an unknown outcome, proves about that write. */
public enum Verdict {
  /** The write was applied. */
  APPLIED,
  /**
   * The write was not applied and no longer can be: the row has a token that it does not expect.
   */
  CONFLICT,
  /** Nothing is proved and the write may still be applied: the same write may be tried again. */
  AGAIN,
  /** Too many changes since to decide. */
  UNKNOWN;

  /**
   * Judges a write by the row found afterwards. Relies on tokens never recurring.
   *
   * @param <R> the kind of row
   */
  @FunctionalInterface
  public interface Rule<R> {
    /**
     * What {@code found}, read after the write began, proves about it. May read more, and throw
     * {@link dev.cairn.api.BackendUnavailableException} if that fails.
     */
    Verdict judge(Optional<R> found);
  }
}
