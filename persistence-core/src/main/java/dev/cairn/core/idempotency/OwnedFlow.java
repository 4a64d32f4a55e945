package dev.cairn.core.idempotency;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceNotFoundException;
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
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.idempotency.EngineIdempotentExecutor.Ended;
import dev.cairn.core.idempotency.IdempotencyMetrics.Answer;
import dev.cairn.core.idempotency.IdempotencyMetrics.Reconciled;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What an owner does with its request, to its end. */
record OwnedFlow(
    IdempotentCall call,
    IdempotencyStore records,
    FinalizationPolicy policy,
    Environment environment,
    IdempotencyMetrics metrics,
    Heartbeats heartbeats) {
  private static final Duration RETRY_SOON = Duration.ofSeconds(1);

  /** Finds out what an earlier owner did, then finishes what it began. */
  Ended takeOver(Ownership owner, Execution.Handler handler) {
    Reconciliation found;
    try {
      found = reconcile(owner);
    } catch (RuntimeException e) {
      abandon(owner, e);
      throw e;
    }
    if (found instanceof Reconciliation.Applied applied) {
      return finish(owner, applied.outcome(), true);
    } else if (found instanceof Reconciliation.Incompatible incompatible) {
      return guarded(owner, () -> finishFenced(owner, incompatible.outcome(), targets()));
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
    Reconciliation found = call.reconciler().reconcile(owner);
    if (found instanceof Reconciliation.Applied) {
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

  private static Optional<Reconciliation> inHead(Ownership owner, Store store, String reference) {
    try {
      return store.findKey(reference, owner.commitKey("")).map(OwnedFlow::reconciled);
    } catch (ReferenceNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Reconciliation reconciled(KeyedCommit found) {
    if (found instanceof KeyedCommit.AlreadyApplied applied) {
      return new Reconciliation.Applied(OutcomeFormat.decode(applied.result()));
    } else if (found instanceof KeyedCommit.AlreadyFailed failed) {
      return new Reconciliation.Applied(OutcomeFormat.decode(failed.failure()));
    }
    return new Reconciliation.Undecided(((KeyedCommit.WindowExpired) found).reason());
  }

  /** Runs the handler, and makes of the record what its outcome asks for. */
  Ended execute(Ownership owner, Execution.Handler handler) {
    KeyedExecution execution = new KeyedExecution(owner);
    return guarded(
        owner,
        () -> {
          Runnable ending = heartbeats.begin(owner);
          try {
            return end(owner, execution, handler.handle(execution));
          } catch (KeyedExecution.RecordedFailure e) {
            return finish(owner, OutcomeFormat.decode(e.failure()), true);
          } catch (KeyedExecution.Expired e) {
            abandon(owner);
            return Ended.replayFailed(String.valueOf(e.getMessage()));
          } finally {
            ending.run();
          }
        });
  }

  /** Whatever goes wrong, nobody knows whether the request took effect: a retry finds out. */
  private Ended guarded(Ownership owner, Supplier<Ended> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      abandon(owner, e);
      throw e;
    }
  }

  private Ended end(Ownership owner, KeyedExecution execution, Outcome outcome) {
    Disposition disposition = execution.isDoubtful() ? Disposition.KEEP : policy.of(outcome);
    if (disposition == Disposition.FINALIZE) {
      return owner.isTakeover()
          ? finishFenced(owner, outcome, openSteps(execution))
          : finish(owner, outcome, execution.mayHaveApplied());
    }
    if (disposition == Disposition.RELEASE && !execution.mayHaveApplied()) {
      quietly(owner::release);
    } else {
      abandon(owner);
    }
    return answer(owner, outcome, Optional.empty());
  }

  /**
   * The commits that this owner did not make. An earlier one that is only slow still could, after
   * everybody was told that the request failed.
   */
  private Set<KeyedExecution.Step> openSteps(KeyedExecution execution) {
    Set<KeyedExecution.Step> open = new LinkedHashSet<>(execution.refused());
    targets().stream().filter(step -> !execution.isSettled(step)).forEach(open::add);
    return open;
  }

  private Set<KeyedExecution.Step> targets() {
    return call.target()
        .map(target -> Set.of(new KeyedExecution.Step(target.store(), target.reference(), "")))
        .orElse(Set.of());
  }

  /** Records the outcome in the heads first; what is found there instead wins. */
  private Ended finishFenced(Ownership owner, Outcome outcome, Set<KeyedExecution.Step> open) {
    Outcome last = outcome;
    for (KeyedExecution.Step step : open) {
      KeyedCommit recorded;
      try {
        recorded =
            step.store()
                .recordFailure(
                    step.reference(), owner.commitKey(step.name()), OutcomeFormat.encode(last));
      } catch (ReferenceNotFoundException e) {
        // There is nowhere to record it, and a slow owner might find the reference created again.
        abandon(owner);
        return Ended.inProgress(RETRY_SOON);
      }
      if (recorded instanceof KeyedCommit.WindowExpired expired) {
        abandon(owner);
        return Ended.replayFailed(expired.reason());
      } else if (recorded instanceof KeyedCommit.AlreadyFailed failed) {
        last = OutcomeFormat.decode(failed.failure());
      } else if (step.name().isEmpty()) {
        Bytes result = ((KeyedCommit.AlreadyApplied) recorded).result();
        last = OutcomeFormat.decode(result);
      } else {
        // An earlier owner has made this step meanwhile: the next attempt goes on from there.
        abandon(owner);
        return Ended.inProgress(RETRY_SOON);
      }
    }
    return finish(owner, last, !open.isEmpty());
  }

  /**
   * Makes {@code outcome} final and tells it.
   *
   * @param isProved whether a head says the same, so that it is true whatever becomes of the record
   */
  private Ended finish(Ownership owner, Outcome outcome, boolean isProved) {
    Kept kept = finishTrying(owner, outcome);
    if (kept instanceof Kept.Lost) {
      // Somebody took over while this was slow, and is the one to say how it ended.
      Optional<Reservation.Answer> answer =
          records.await(owner.request(), call.fingerprint(), Duration.ZERO);
      return answer
          .map(found -> new Replays(call).answer(found))
          .orElseGet(() -> Ended.inProgress(RETRY_SOON));
    }
    boolean isTrue = isProved || outcome.status() / 100 == 2;
    return kept instanceof Kept.Done || isTrue
        ? answer(owner, outcome, Optional.of(outcome))
        : Ended.inProgress(RETRY_SOON);
  }

  private Kept finishTrying(Ownership owner, Outcome outcome) {
    for (int tryNumber = 1; ; tryNumber++) {
      try {
        return owner.finish(outcome);
      } catch (BackendUnavailableException e) {
        if (tryNumber == Backoff.BRIEF.tries()) {
          return new Kept.Unknown(e);
        }
        Backoff.BRIEF.await(tryNumber, environment);
      }
    }
  }

  private Ended answer(Ownership owner, Outcome outcome, Optional<Outcome> kept) {
    Answer how = owner.isTakeover() ? Answer.TAKEOVER : Answer.ORIGINAL;
    return new Replays(call)
        .whole(outcome)
        .map(whole -> new Ended(new IdempotentResult.Executed(whole), how, kept))
        .orElseGet(() -> Ended.replayFailed("its body could not be made from what was kept"));
  }

  private static void abandon(Ownership owner) {
    quietly(owner::abandon);
  }

  private static void abandon(Ownership owner, RuntimeException cause) {
    try {
      Kept unused = owner.abandon();
    } catch (CairnException e) {
      cause.addSuppressed(e); // its lease lapses by itself
    }
  }

  // If it cannot be written, the lease lapses by itself, a little later.
  private static void quietly(Supplier<Kept> change) {
    try {
      Kept unused = change.get();
    } catch (CairnException e) {
      return;
    }
  }
}
