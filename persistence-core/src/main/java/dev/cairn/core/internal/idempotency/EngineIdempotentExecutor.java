package dev.cairn.core.internal.idempotency;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.internal.Durations;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics.Answer;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The engine's {@link IdempotentExecutor}: the flow around a handler, until the request has an
 * owner.
 */
public final class EngineIdempotentExecutor implements IdempotentExecutor {
  private static final Duration RETRY_SOON = Duration.ofSeconds(1);
  private static final System.Logger LOG =
      System.getLogger(EngineIdempotentExecutor.class.getName());

  private final IdempotencyStore records;
  private final IdempotencySettings settings;
  private final FinalizationPolicy policy;
  private final Environment environment;
  private final IdempotencyMetrics metrics;
  private final Heartbeats heartbeats;
  private final Flights flights = new Flights();

  /**
   * @param scheduler ticks for heartbeats
   * @param executor runs them
   */
  public EngineIdempotentExecutor(
      IdempotencyStore records,
      IdempotencySettings settings,
      FinalizationPolicy policy,
      Environment environment,
      IdempotencyMetrics metrics,
      IdScheduler scheduler,
      Executor executor) {
    this.records = records;
    this.settings = settings;
    this.policy = policy;
    this.environment = environment;
    this.metrics = metrics;
    this.heartbeats = new Heartbeats(scheduler, executor, settings.lease());
  }

  @Override
  public IdempotentResult execute(IdempotentCall call, Execution.Handler handler) {
    if (call.request().isEmpty() || !settings.enabled()) {
      return new IdempotentResult.Executed(handler.handle(PlainExecution.INSTANCE));
    }
    RequestKey request = call.request().get();
    Flights.Flight mine = new Flights.Flight(new CompletableFuture<>());
    Flights.Flight first = flights.begin(request, call.fingerprint(), mine);
    if (first != null) {
      return follow(call, first);
    }
    Optional<Outcome> last = Optional.empty();
    try {
      Ended ended = lead(call, request, handler);
      last = ended.kept();
      metrics.answered(ended.how());
      return ended.result();
    } catch (RuntimeException e) {
      metrics.answered(Answer.ERROR);
      throw e;
    } finally {
      flights.end(request, call.fingerprint(), mine, last);
    }
  }

  private IdempotentResult follow(IdempotentCall call, Flights.Flight first) {
    environment.waiter().awaitDone(first.landed(), settings.patience());
    if (first.outcome().isEmpty()) {
      metrics.answered(Answer.IN_PROGRESS);
      return Ended.inProgress(RETRY_SOON).result();
    }
    metrics.answered(Answer.COALESCED);
    return new Replays(call, true).replay(first.outcome().get()).result();
  }

  private Ended lead(IdempotentCall call, RequestKey request, Execution.Handler handler) {
    Reservation reservation;
    boolean isWaiting;
    try {
      reservation = reserve(call, request);
      isWaiting = reservation instanceof Reservation.InProgress && !settings.patience().isZero();
      if (isWaiting) {
        reservation = awaitOther(call, request, reservation);
      }
    } catch (BackendUnavailableException | UnknownOutcomeException e) {
      return withoutRecord(request, handler, e);
    }
    if (reservation instanceof Reservation.Reserved reserved) {
      return owned(call).execute(reserved.owner(), handler);
    } else if (reservation instanceof Reservation.TakenOver taken) {
      return owned(call).takeOver(taken.owner(), handler);
    }
    return new Replays(call, isWaiting).answer((Reservation.Answer) reservation);
  }

  private OwnedFlow owned(IdempotentCall call) {
    return new OwnedFlow(call, records, policy, environment, metrics, heartbeats);
  }

  private Ended withoutRecord(
      RequestKey request, Execution.Handler handler, CairnException unreachable) {
    if (settings.whenUnreachable() == IdempotencySettings.WhenUnreachable.FAIL) {
      throw unreachable;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "%s runs unguarded because its record cannot be reached; a repetition may execute it again. To refuse such requests, set cairn.idempotency.when-unreachable to fail"
            .formatted(request),
        unreachable);
    Outcome outcome = handler.handle(PlainExecution.INSTANCE);
    return new Ended(new IdempotentResult.Executed(outcome), Answer.UNGUARDED, Optional.empty());
  }

  private Reservation reserve(IdempotentCall call, RequestKey request) {
    return call.commitsOnly()
        ? records.reserveToCommit(request, call.fingerprint())
        : records.reserve(request, call.fingerprint());
  }

  /** Waits for another owner as long as the settings allow. */
  private Reservation awaitOther(IdempotentCall call, RequestKey request, Reservation inProgress) {
    Reservation reservation = inProgress;
    metrics.waited();
    long end = Durations.after(environment.nowMicros(), settings.patience());
    while (reservation instanceof Reservation.InProgress) {
      Duration left = Duration.of(end - environment.nowMicros(), ChronoUnit.MICROS);
      if (left.isNegative() || left.isZero() || Thread.currentThread().isInterrupted()) {
        return reservation;
      }
      Optional<Reservation.Answer> answer = records.await(request, call.fingerprint(), left);
      reservation = answer.isPresent() ? answer.get() : reserve(call, request);
    }
    return reservation;
  }

  @Override
  public void close() {
    heartbeats.close();
  }

  /**
   * Result of a request in this process.
   *
   * @param kept the final outcome, for threads that wait for it
   */
  record Ended(IdempotentResult result, Answer how, Optional<Outcome> kept) {
    /** The same end with the state of the resource, if its outcome has one. */
    Ended withStatus(Function<Outcome, Optional<ProcessingStatus>> status) {
      return result instanceof IdempotentResult.Executed executed
          ? new Ended(
              new IdempotentResult.Executed(
                  executed.outcome(), status.apply(kept.orElse(executed.outcome()))),
              how,
              kept)
          : this;
    }

    static Ended conflict() {
      return refused(
          Answer.CONFLICT,
          ErrorSubtype.IDEMPOTENCY_KEY_CONFLICT,
          "the idempotency key was used with another payload; send this one with a new key",
          Optional.empty());
    }

    static Ended inProgress(Duration retryAfter) {
      return refused(
          Answer.IN_PROGRESS,
          ErrorSubtype.REQUEST_IN_PROGRESS,
          "the same request is being executed, or its outcome is not known yet; send it again",
          Optional.of(retryAfter));
    }

    static Ended replayFailed(String reason) {
      return refused(
          Answer.REPLAY_FAILED,
          ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED,
          "the request is not executed again, and its outcome cannot be replayed: " + reason,
          Optional.empty());
    }

    private static Ended refused(
        Answer how, ErrorSubtype subtype, String message, Optional<Duration> retryAfter) {
      return new Ended(
          new IdempotentResult.Refused(subtype, message, retryAfter), how, Optional.empty());
    }
  }
}
