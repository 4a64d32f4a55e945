package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.Store;
import java.util.Optional;

/**
 * The execution of a request, as its handler sees it.
 *
 * <p>Commits made here take effect once per reference and step, regardless of how often and by
 * which process the request is executed.
 */
public interface Execution {
  /** Executes a request. */
  @FunctionalInterface
  interface Handler {
    /**
     * Executes the request and returns its outcome. An exception reaches the caller, and the
     * outcome of the request is then unknown.
     *
     * <p>A 4xx that the handler returns after its commit took effect is not sent: the client gets
     * the outcome that was kept with the commit, like every repetition.
     */
    Outcome handle(Execution execution);
  }

  /** The ownership of the request; empty if it has no key. */
  Optional<Ownership> owner();

  /**
   * Commits the effect of the request together with the outcome that the change returns, at most
   * {@value CommitKey#MAX_RESULT_BYTES} bytes; use a {@linkplain Outcome.Body.Summary summary} for
   * larger outcomes.
   *
   * <p>A change that returns a 5xx fails with an {@link IllegalArgumentException}, and nothing is
   * applied: all repetitions would get that answer.
   *
   * @return the outcome of the commit that took effect: this one, or that of an earlier attempt
   * @throws IllegalArgumentException if {@code reference} is not the one that the {@linkplain
   *     IdempotentCall#of call} names
   * @throws RuntimeException as {@link Store#commit(String, Change)} does
   */
  Outcome commit(Store store, String reference, Change<Outcome> change);

  /**
   * Commits one of several steps. Together the steps are a resumable sequence, not one atomic
   * change.
   *
   * @param step a non-empty name, unique among the commits of the request
   */
  Bytes commit(Store store, String reference, String step, Change<Bytes> change);

  /**
   * Sets the state of the resource for the first answer; {@link ProcessingStatus#PROCESSING} by
   * default. Replays ask the {@linkplain IdempotentCall#resolvingStatus resolver} instead.
   */
  void status(ProcessingStatus status);
}
