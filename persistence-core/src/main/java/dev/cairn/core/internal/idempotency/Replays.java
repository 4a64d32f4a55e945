package dev.cairn.core.internal.idempotency;

import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.internal.idempotency.EngineIdempotentExecutor.Ended;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics.Answer;
import java.util.Optional;

/**
 * Answers to repetitions of a request that was executed before.
 *
 * @param waited whether the repetition waited for the outcome
 */
record Replays(IdempotentCall call, boolean waited) {
  private static final System.Logger LOG = System.getLogger(Replays.class.getName());

  Replays(IdempotentCall call) {
    this(call, false);
  }

  Ended answer(Reservation.Answer answer) {
    if (answer instanceof Reservation.Replay replay) {
      return replay(replay.outcome());
    } else if (answer instanceof Reservation.InProgress progress) {
      return Ended.inProgress(progress.retryAfter());
    } else if (answer instanceof Reservation.ReplayFailed failed) {
      return Ended.replayFailed(failed.reason());
    }
    return Ended.conflict();
  }

  Ended replay(Outcome kept) {
    return whole(kept)
        .map(
            outcome ->
                new Ended(
                    new IdempotentResult.Replayed(outcome, status(kept), waited),
                    Answer.REPLAY,
                    Optional.of(kept)))
        .orElseGet(() -> Ended.replayFailed("its body was not kept and could not be rebuilt"));
  }

  /** The outcome with its body; empty if that can no longer be rebuilt. */
  Optional<Outcome> whole(Outcome kept) {
    if (kept.body() instanceof Outcome.Body.Full) {
      return Optional.of(kept);
    }
    try {
      return call.rebuilder().rebuild(kept);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "an outcome could not be rebuilt from its summary", e);
      return Optional.empty();
    }
  }

  /** The state of the resource, for the answer to the attempt that was {@code executed}. */
  Optional<ProcessingStatus> firstStatus(Outcome outcome, KeyedExecution executed) {
    return hasStatus(outcome) ? Optional.of(executed.status()) : Optional.empty();
  }

  private boolean hasStatus(Outcome outcome) {
    return outcome.resourceId().isPresent() && call.statusResolver().isPresent();
  }

  /** The current state of the resource. */
  Optional<ProcessingStatus> status(Outcome kept) {
    if (!hasStatus(kept)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          call.statusResolver().orElseThrow().resolve(kept.resourceId().orElseThrow()));
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the state of a resource could not be resolved; it is reported as still being processed",
          e);
      return Optional.of(ProcessingStatus.PROCESSING);
    }
  }
}
