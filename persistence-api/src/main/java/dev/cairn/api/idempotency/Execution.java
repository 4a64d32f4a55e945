package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.Store;
import java.util.Optional;

/**
 * What a handler has of the request it executes. Commits made here take effect once per reference
 * and step, however often the request is executed and by whom.
 */
public interface Execution {
  /** Executes a request. */
  @FunctionalInterface
  interface Handler {
    /**
     * Does what the request asks for, and says how it ended. What it throws reaches the caller; the
     * request then counts as one of which nobody knows whether it took effect.
     */
    Outcome handle(Execution execution);
  }

  /** Whose request it is; nothing if it has no key. */
  Optional<Ownership> owner();

  /**
   * Commits what the request is about, and keeps the outcome that the change returns with it, at
   * most {@value CommitKey#MAX_RESULT_BYTES} bytes: use a {@linkplain Outcome.Body.Summary summary}
   * for more.
   *
   * @return the outcome of the one commit that took effect: of this one, or of an earlier attempt
   * @throws RuntimeException as {@link Store#commit(String, Change)} does
   */
  Outcome commit(Store store, String reference, Change<Outcome> change);

  /**
   * The same for one of several commits, each with a step of its own. Together they are a sequence
   * that can be resumed, not one atomic change.
   *
   * @param step not empty, and different for each commit of the request
   */
  Bytes commit(Store store, String reference, String step, Change<Bytes> change);
}
