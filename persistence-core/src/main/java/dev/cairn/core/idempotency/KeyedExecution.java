package dev.cairn.core.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A handler's commits, with the key of its request, and what became of them: that decides what may
 * become of the record.
 */
final class KeyedExecution implements Execution {
  private final Ownership owner;
  // Those of which nobody knows, those that a head knows, and those that were tried in vain.
  private final Set<Step> doubtful = new LinkedHashSet<>();
  private final Set<Step> settled = new LinkedHashSet<>();
  private final Set<Step> refused = new LinkedHashSet<>();

  /** A commit of the request. */
  record Step(Store store, String reference, String name) {}

  /** A head knows that the request failed. */
  static final class RecordedFailure extends RuntimeException {
    private final transient Bytes failure;

    RecordedFailure(Bytes failure) {
      super("the request was recorded as failed", null, false, false);
      this.failure = failure;
    }

    Bytes failure() {
      return failure;
    }
  }

  /** Nobody can tell whether the request took effect. */
  static final class Expired extends RuntimeException {
    Expired(String message) {
      super(message, null, false, false);
    }
  }

  KeyedExecution(Ownership owner) {
    this.owner = owner;
  }

  @Override
  public Optional<Ownership> owner() {
    return Optional.of(owner);
  }

  @Override
  public Outcome commit(Store store, String reference, Change<Outcome> change) {
    return OutcomeFormat.decode(
        commitStep(
            store, reference, "", workspace -> OutcomeFormat.encode(change.apply(workspace))));
  }

  @Override
  public Bytes commit(Store store, String reference, String step, Change<Bytes> change) {
    if (step.isEmpty()) {
      throw new IllegalArgumentException(
          "a step has a name; without one, a request has a single commit that keeps its outcome");
    }
    return commitStep(store, reference, step, change);
  }

  private Bytes commitStep(Store store, String reference, String name, Change<Bytes> change) {
    Step step = new Step(store, reference, name);
    KeyedCommit commit;
    try {
      commit = store.commit(reference, owner.commitKey(name), change);
    } catch (UnknownOutcomeException e) {
      doubtful.add(step);
      throw e;
    } catch (RuntimeException e) {
      refused.add(step);
      throw e;
    }
    if (commit instanceof KeyedCommit.WindowExpired expired) {
      throw new Expired(expired.reason());
    }
    doubtful.remove(step);
    refused.remove(step);
    settled.add(step);
    if (commit instanceof KeyedCommit.AlreadyFailed failed) {
      throw new RecordedFailure(failed.failure());
    }
    return commit instanceof KeyedCommit.Applied applied
        ? applied.result()
        : ((KeyedCommit.AlreadyApplied) commit).result();
  }

  /** Whether a commit may have been applied, and nobody knows. */
  boolean isDoubtful() {
    return !doubtful.isEmpty();
  }

  /** Whether something was or may have been applied. */
  boolean mayHaveApplied() {
    return isDoubtful() || !settled.isEmpty();
  }

  /** Whether a head knows what became of {@code step}. */
  boolean isSettled(Step step) {
    return settled.contains(step);
  }

  /**
   * The commits that did not take effect, but which an earlier owner may still be about to make.
   */
  Set<Step> refused() {
    return refused;
  }
}
