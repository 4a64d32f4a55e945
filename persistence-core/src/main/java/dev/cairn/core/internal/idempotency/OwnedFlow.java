package dev.cairn.core.internal.idempotency;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.FinalizationPolicy.Disposition;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Ownership.Kept;
import dev.cairn.api.idempotency.Reconciliation;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.core.internal.idempotency.EngineIdempotentExecutor.Ended;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics.Answer;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics.Reconciled;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Flow of an owner with its request, to its end. */
record OwnedFlow(
    IdempotentCall call,
    IdempotencyStore records,
    FinalizationPolicy policy,
    Environment environment,
    IdempotencyMetrics metrics,
    Heartbeats heartbeats) {
  private static final Duration RETRY_SOON = Duration.ofSeconds(1);

  /** What proves an outcome besides the record. */
  enum Proof {
    /** Nothing. */
    NONE,
    /** A head or the reconciler, though not for every attempt. */
    KNOWN,
    /** The head of the target keeps it under the key, so that any attempt finds it there. */
    HEAD
  }

  private static final String NOT_KEPT =
      "it failed, and its failure was too large to be kept or is no longer stored";

  /** Reconciles what an earlier owner did, then finishes the request. */
  Ended takeOver(Ownership owner, Execution.Handler handler) {
    Reconciliation found;
    try {
      found = reconcile(owner);
    } catch (RuntimeException e) {
      abandon(owner, e);
      throw e;
    }
    if (found instanceof Reconciliation.Applied applied) {
      return guarded(
          owner,
          () ->
              finish(owner, applied.outcome(), Proof.KNOWN).withStatus(new Replays(call)::status));
    } else if (found instanceof Reconciliation.Incompatible incompatible) {
      return guarded(
          owner, () -> finishFenced(owner, incompatible.outcome(), Optional.empty(), targets()));
    } else if (found instanceof Reconciliation.Undecided undecided) {
      abandon(owner);
      return Ended.replayFailed(undecided.reason());
    }
    return execute(owner, handler);
  }

  private Reconciliation reconcile(Ownership owner) {
    Optional<Reconciliation> inHead =
        call.target().flatMap(target -> inHead(owner, target.store(), target.reference()));
    if (inHead.isPresent()) {
      metrics.reconciled(
          inHead.get() instanceof Reconciliation.Applied
              ? Reconciled.APPLIED_IN_HEAD
              : Reconciled.UNDECIDED);
      return inHead.get();
    }
    Reconciliation found = checked(owner, call.reconciler().reconcile(owner));
    if (found instanceof Reconciliation.Applied applied) {
      if (isRefusal(applied.outcome())) {
        // No head knows of this failure, and an earlier owner that is only slow could succeed yet.
        found = new Reconciliation.Incompatible(applied.outcome());
      }
      metrics.reconciled(Reconciled.APPLIED);
    } else if (found instanceof Reconciliation.NotApplied) {
      metrics.reconciled(Reconciled.NOT_APPLIED);
    } else {
      metrics.reconciled(
          found instanceof Reconciliation.Incompatible
              ? Reconciled.INCOMPATIBLE
              : Reconciled.UNDECIDED);
    }
    return found;
  }

  private static Reconciliation checked(Ownership owner, Reconciliation found) {
    String what = "the reconciliation of " + owner.request();
    if (found instanceof Reconciliation.Applied applied) {
      Outcome unused = OutcomeFormat.checked(applied.outcome(), what);
    } else if (found instanceof Reconciliation.Incompatible incompatible) {
      Outcome unused = OutcomeFormat.checked(incompatible.outcome(), what);
    }
    return found;
  }

  private static Optional<Reconciliation> inHead(Ownership owner, Store store, String reference) {
    try {
      return store.findKey(reference, owner.commitKey("")).map(found -> reconciled(owner, found));
    } catch (ReferenceNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Reconciliation reconciled(Ownership owner, KeyedCommit found) {
    if (found instanceof KeyedCommit.AlreadyApplied applied) {
      return new Reconciliation.Applied(OutcomeFormat.decode(applied.result()));
    } else if (found instanceof KeyedCommit.AlreadyFailed failed) {
      return owner
          .decode(failed.failure())
          .<Reconciliation>map(Reconciliation.Applied::new)
          .orElseGet(() -> new Reconciliation.Undecided(NOT_KEPT));
    }
    return new Reconciliation.Undecided(((KeyedCommit.WindowExpired) found).reason());
  }

  /** Runs the handler, then finishes, releases or abandons the record by its outcome. */
  Ended execute(Ownership owner, Execution.Handler handler) {
    KeyedExecution execution = new KeyedExecution(owner, call.target());
    return guarded(
        owner,
        () -> {
          Runnable ending = heartbeats.begin(owner);
          try {
            return end(owner, execution, handler.handle(execution))
                .withStatus(outcome -> new Replays(call).firstStatus(outcome, execution));
          } catch (KeyedExecution.RecordedFailure e) {
            return finishRecorded(owner, e.failure(), execution);
          } catch (KeyedExecution.Expired e) {
            abandon(owner);
            return Ended.replayFailed(String.valueOf(e.getMessage()));
          } finally {
            ending.run();
          }
        });
  }

  /**
   * Runs {@code work}; after an exception it is unknown whether the request took effect, and the
   * next attempt finds out.
   */
  private Ended guarded(Ownership owner, Supplier<Ended> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      abandon(owner, e);
      throw e;
    }
  }

  // A client that receives a refusal may delete what its request has committed. So none is sent of
  // a
  // request that took effect, or that this owner or an earlier one may yet make take effect.
  private Ended end(Ownership owner, KeyedExecution execution, Outcome answered) {
    execution.checkUndecided();
    Outcome outcome = isRefusal(answered) ? execution.made().orElse(answered) : answered;
    Disposition disposition = policy.of(outcome);
    if (disposition == Disposition.FINALIZE) {
      Outcome unused = OutcomeFormat.checked(outcome, owner.request() + " by the policy in use");
      return owner.isTakeover() || execution.isDoubtful()
          ? finishFenced(owner, outcome, Optional.empty(), execution.open(targets()))
          : finish(owner, outcome, execution.proofOf(outcome));
    }
    boolean isNothingDone = disposition == Disposition.RELEASE && !execution.mayHaveApplied();
    Kept left = quietly(isNothingDone ? owner::release : owner::abandon);
    if (!isRefusal(outcome)) {
      return answer(owner, outcome, Optional.empty());
    }
    if (left instanceof Kept.Lost) {
      return ofRecord(owner, Ended.inProgress(RETRY_SOON));
    }
    boolean mayTakeEffect =
        execution.isDoubtful()
            || (owner.isTakeover() && !execution.open(targets()).isEmpty())
            || !(left instanceof Kept.Done); // it may have been taken over
    return mayTakeEffect ? Ended.inProgress(RETRY_SOON) : answer(owner, outcome, Optional.empty());
  }

  private static boolean isRefusal(Outcome outcome) {
    return outcome.status() / 100 == 4;
  }

  private Set<KeyedExecution.Step> targets() {
    return call.target()
        .map(target -> Set.of(new KeyedExecution.Step(target.store(), target.reference(), "")))
        .orElse(Set.of());
  }

  /**
   * Records the outcome in the heads first; what is found there instead wins.
   *
   * @param encoded its form in a head that has it already, if one does
   */
  private Ended finishFenced(
      Ownership owner, Outcome outcome, Optional<Bytes> encoded, Set<KeyedExecution.Step> open) {
    if (open.isEmpty()) {
      return finish(owner, outcome, encoded.isPresent() ? Proof.KNOWN : Proof.NONE);
    }
    try {
      Bytes last = encoded.orElseGet(() -> owner.encode(outcome));
      Outcome told = outcome;
      for (KeyedExecution.Step step : open) {
        KeyedCommit recorded =
            step.store().recordFailure(step.reference(), owner.commitKey(step.name()), last);
        if (recorded instanceof KeyedCommit.WindowExpired expired) {
          abandon(owner);
          return Ended.replayFailed(expired.reason());
        } else if (recorded instanceof KeyedCommit.AlreadyApplied && step.isNamed()) {
          // An earlier owner has applied this step meanwhile: the next attempt continues from
          // there.
          abandon(owner);
          return Ended.inProgress(RETRY_SOON);
        }
        Bytes found = resultOf(recorded);
        if (!found.equals(last)) {
          Optional<Outcome> instead = owner.decode(found);
          if (instead.isEmpty()) {
            abandon(owner);
            return Ended.replayFailed(NOT_KEPT);
          }
          last = found;
          told = instead.get();
        }
      }
      return finish(owner, told, Proof.KNOWN);
    } catch (ReferenceNotFoundException
        | UnknownOutcomeException
        | BackendUnavailableException
        | CommitConflictException
        | StoreBusyException e) {
      // It is not certain that the failure is recorded, or there is no reference to record it on: a
      // slow owner might find the reference created again. Until it is recorded, the client does
      // not receive the outcome.
      abandon(owner);
      return Ended.inProgress(RETRY_SOON);
    }
  }

  private static Bytes resultOf(KeyedCommit recorded) {
    return recorded instanceof KeyedCommit.AlreadyFailed failed
        ? failed.failure()
        : ((KeyedCommit.AlreadyApplied) recorded).result();
  }

  /**
   * Ends the request as a head says that it ended. Its owner may have been stopped before it could
   * record that everywhere.
   */
  private Ended finishRecorded(Ownership owner, Bytes failure, KeyedExecution execution) {
    Optional<Outcome> outcome = owner.decode(failure);
    if (outcome.isEmpty()) {
      abandon(owner);
      return Ended.replayFailed(NOT_KEPT);
    }
    return finishFenced(owner, outcome.get(), Optional.of(failure), execution.open(targets()));
  }

  /**
   * Makes {@code outcome} final and returns it.
   *
   * @param proof what makes it true whatever happens to the record
   */
  private Ended finish(Ownership owner, Outcome outcome, Proof proof) {
    boolean isProved = proof != Proof.NONE;
    Kept kept = finishTrying(owner, outcome, proof);
    if (kept instanceof Kept.Lost) {
      return ofRecord(
          owner,
          isProved ? answer(owner, outcome, Optional.empty()) : Ended.inProgress(RETRY_SOON));
    }
    boolean isTrue = isProved || outcome.status() / 100 == 2;
    return kept instanceof Kept.Done || isTrue
        ? answer(owner, outcome, Optional.of(outcome))
        : Ended.inProgress(RETRY_SOON);
  }

  /**
   * What the record says after another took over while this owner was slow.
   *
   * @param otherwise what to say if the record is of a later request with the same key by now
   */
  private Ended ofRecord(Ownership owner, Ended otherwise) {
    Optional<Reservation.Answer> answer =
        records.await(owner.request(), call.fingerprint(), Duration.ZERO);
    if (answer.isEmpty()) {
      return Ended.inProgress(RETRY_SOON);
    }
    return answer.get() instanceof Reservation.KeyConflict
        ? otherwise
        : new Replays(call).answer(answer.get());
  }

  private Kept finishTrying(Ownership owner, Outcome outcome, Proof proof) {
    try {
      return Backoff.BRIEF.retrying(
          environment,
          () -> proof == Proof.HEAD ? owner.finishApplied(outcome) : owner.finish(outcome));
    } catch (BackendUnavailableException e) {
      return new Kept.Unknown(e);
    }
  }

  private Ended answer(Ownership owner, Outcome outcome, Optional<Outcome> kept) {
    Answer how = owner.isTakeover() ? Answer.TAKEOVER : Answer.ORIGINAL;
    return new Replays(call)
        .whole(outcome)
        .map(whole -> new Ended(new IdempotentResult.Executed(whole), how, kept))
        .orElseGet(() -> Ended.replayFailed("its body could not be rebuilt from its summary"));
  }

  private static void abandon(Ownership owner) {
    Kept unused = quietly(owner::abandon);
  }

  private static void abandon(Ownership owner, RuntimeException cause) {
    try {
      Kept unused = owner.abandon();
    } catch (CairnException e) {
      cause.addSuppressed(e); // its lease lapses on its own
    }
  }

  // If it cannot be written, the lease lapses by itself, a little later.
  private static Kept quietly(Supplier<Kept> change) {
    try {
      return change.get();
    } catch (CairnException e) {
      return new Kept.Unknown(e);
    }
  }
}
