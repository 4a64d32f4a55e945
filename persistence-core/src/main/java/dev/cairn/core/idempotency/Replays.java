package dev.cairn.core.idempotency;

import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.idempotency.EngineIdempotentExecutor.Ended;
import dev.cairn.core.idempotency.IdempotencyMetrics.Answer;
import java.util.Optional;

/** Tells how a request ended that was executed before. */
record Replays(IdempotentCall call) {
  private static final System.Logger LOG = System.getLogger(Replays.class.getName());

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
                    new IdempotentResult.Replayed(outcome, status(kept)),
                    Answer.REPLAY,
                    Optional.of(kept)))
        .orElseGet(() -> Ended.replayFailed("its body was not kept and could not be made again"));
  }

  /** The outcome with its body; nothing if that cannot be made any more. */
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

  private Optional<ProcessingStatus> status(Outcome kept) {
    if (kept.resourceId().isEmpty() || call.statusResolver().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(call.statusResolver().get().resolve(kept.resourceId().get()));
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the state of a resource could not be resolved; it is told as still being processed",
          e);
      return Optional.of(ProcessingStatus.PROCESSING);
    }
  }
}
