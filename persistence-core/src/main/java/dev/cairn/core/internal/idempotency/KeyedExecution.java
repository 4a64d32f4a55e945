package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Commits of a handler, with the key of its request, and their outcomes, which decide what may be
 * written to the record.
 */
final class KeyedExecution implements Execution {
  private final Ownership owner;
  private final Optional<IdempotentCall.Target> target;
  // Steps with an unknown outcome, steps that a head knows, and steps that were tried without
  // effect.
  private final Set<Step> doubtful = new LinkedHashSet<>();
  private final Set<Step> settled = new LinkedHashSet<>();
  private final Set<Step> refused = new LinkedHashSet<>();
  private ProcessingStatus status = ProcessingStatus.PROCESSING;

  private @Nullable RuntimeException verdict;
  private @Nullable Outcome made;

  /** A commit of the request. */
  record Step(Store store, String reference, String name) {
    boolean isNamed() {
      return !name.isEmpty();
    }

    /** The request as a whole, on the same reference. */
    Step ofRequest() {
      return isNamed() ? new Step(store, reference, "") : this;
    }
  }

  /** Thrown when a head records that the request failed. */
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

  /** Thrown when it can no longer be determined whether the request took effect. */
  static final class Expired extends RuntimeException {
    Expired(String message) {
      super(message, null, false, false);
    }
  }

  KeyedExecution(Ownership owner, Optional<IdempotentCall.Target> target) {
    this.owner = owner;
    this.target = target;
  }

  @Override
  public Optional<Ownership> owner() {
    return Optional.of(owner);
  }

  @Override
  public Outcome commit(Store store, String reference, Change<Outcome> change) {
    checkTarget(store, reference);
    // Checked inside the change, so that nothing is applied.
    Change<Bytes> encoded =
        workspace ->
            OutcomeFormat.encode(
                OutcomeFormat.checked(change.apply(workspace), "the change of " + owner.request()));
    Outcome kept = OutcomeFormat.decode(commitStep(store, reference, "", encoded));
    made = kept;
    return kept;
  }

  // Failures are recorded on the target: on another reference a slow owner could still commit after
  // one.
  private void checkTarget(Store store, String reference) {
    boolean isTarget =
        target.isPresent()
            && target.get().reference().equals(reference)
            && target.get().store().scope().equals(store.scope());
    if (!isTarget) {
      throw new IllegalArgumentException(
          "%s commits to '%s' of %s, but its call names %s; name that reference in IdempotentCall.of, or give the commit a step"
              .formatted(
                  owner.request(),
                  reference,
                  store.scope(),
                  target
                      .map(it -> "'%s' of %s".formatted(it.reference(), it.store().scope()))
                      .orElse("none")));
    }
  }

  @Override
  public Bytes commit(Store store, String reference, String step, Change<Bytes> change) {
    if (step.isEmpty()) {
      throw new IllegalArgumentException(
          "a step needs a name; a request without steps has a single commit, which keeps its"
              + " outcome");
    }
    return commitStep(store, reference, step, change);
  }

  private Bytes commitStep(Store store, String reference, String name, Change<Bytes> change) {
    checkUndecided(); // a handler that has hidden the verdict makes no further step
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
      throw decided(new Expired(expired.reason()));
    }
    doubtful.remove(step);
    refused.remove(step);
    settled.add(step);
    if (commit instanceof KeyedCommit.AlreadyFailed failed) {
      throw decided(new RecordedFailure(failed.failure()));
    }
    return commit instanceof KeyedCommit.Applied applied
        ? applied.result()
        : ((KeyedCommit.AlreadyApplied) commit).result();
  }

  @Override
  public void status(ProcessingStatus newStatus) {
    status = newStatus;
  }

  /** The state of the resource, for the first answer. */
  ProcessingStatus status() {
    return status;
  }

  private RuntimeException decided(RuntimeException by) {
    verdict = by;
    return by;
  }

  /**
   * Throws again what a commit threw because a head had decided the request: a handler may have
   * caught it, but cannot give another answer.
   */
  void checkUndecided() {
    if (verdict != null) {
      throw verdict;
    }
  }

  /** The outcome that a head keeps of the request, if this execution made it or found it there. */
  Optional<Outcome> made() {
    return Optional.ofNullable(made);
  }

  /** What proves {@code outcome}, with which the handler ended. */
  OwnedFlow.Proof proofOf(Outcome outcome) {
    if (made().equals(Optional.of(outcome))) {
      return OwnedFlow.Proof.HEAD;
    }
    return mayHaveApplied() ? OwnedFlow.Proof.KNOWN : OwnedFlow.Proof.NONE;
  }

  /** Whether a commit may have been applied, but its outcome is unknown. */
  boolean isDoubtful() {
    return !doubtful.isEmpty();
  }

  /** Whether a commit was or may have been applied. */
  boolean mayHaveApplied() {
    return isDoubtful() || !settled.isEmpty();
  }

  /**
   * What has to be recorded as failed before the request may be: the commits that were tried, which
   * an earlier owner or an earlier try may still make; then the request itself on every reference
   * that it is known to reach, for all the steps that only an earlier owner knows of. The declared
   * one is the last: an owner that takes over looks there alone, and what it finds there holds
   * everywhere.
   *
   * @param targets where the request was declared to commit
   */
  Set<Step> open(Set<Step> targets) {
    Set<Step> open = new LinkedHashSet<>();
    Stream.of(refused, doubtful).flatMap(Set::stream).filter(Step::isNamed).forEach(open::add);
    Stream.of(refused, doubtful, settled)
        .flatMap(Set::stream)
        .map(Step::ofRequest)
        .filter(step -> !targets.contains(step))
        .forEach(open::add);
    open.addAll(targets);
    open.removeAll(settled);
    return open;
  }
}
