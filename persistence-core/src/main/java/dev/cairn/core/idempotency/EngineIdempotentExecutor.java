package dev.cairn.core.idempotency;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.Environment;
import dev.cairn.core.idempotency.IdempotencyMetrics.Answer;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The flow around a handler, up to the moment at which somebody owns the request. */
public final class EngineIdempotentExecutor implements IdempotentExecutor {
  private static final Duration RETRY_SOON = Duration.ofSeconds(1);

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
    Flights.Flight mine = new Flights.Flight(call.fingerprint(), new CompletableFuture<>());
    Flights.Flight first = flights.begin(request, mine);
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
      flights.end(request, mine, last);
    }
  }

  private IdempotentResult follow(IdempotentCall call, Flights.Flight first) {
    if (!first.fingerprint().matches(call.fingerprint())) {
      metrics.answered(Answer.CONFLICT);
      return Ended.conflict().result();
    }
    environment.waiter().awaitDone(first.landed(), settings.patience());
    if (first.outcome().isEmpty()) {
      metrics.answered(Answer.IN_PROGRESS);
      return Ended.inProgress(RETRY_SOON).result();
    }
    metrics.answered(Answer.COALESCED);
    return new Replays(call).replay(first.outcome().get()).result();
  }

  private Ended lead(IdempotentCall call, RequestKey request, Execution.Handler handler) {
    Reservation reservation;
    try {
      reservation = reserve(request, call.fingerprint());
    } catch (BackendUnavailableException | UnknownOutcomeException e) {
      return withoutRecord(handler, e);
    }
    if (reservation instanceof Reservation.Reserved reserved) {
      return owned(call).execute(reserved.owner(), handler);
    } else if (reservation instanceof Reservation.TakenOver taken) {
      return owned(call).takeOver(taken.owner(), handler);
    }
    return new Replays(call).answer((Reservation.Answer) reservation);
  }

  private OwnedFlow owned(IdempotentCall call) {
    return new OwnedFlow(call, records, policy, environment, metrics, heartbeats);
  }

  private Ended withoutRecord(Execution.Handler handler, CairnException unreachable) {
    if (settings.whenUnreachable() == IdempotencySettings.WhenUnreachable.FAIL) {
      throw unreachable;
    }
    Outcome outcome = handler.handle(PlainExecution.INSTANCE);
    return new Ended(new IdempotentResult.Executed(outcome), Answer.UNGUARDED, Optional.empty());
  }

  /** Reserves; waits for another process that is at it, as long as settings allow. */
  private Reservation reserve(RequestKey request, Fingerprint fingerprint) {
    Reservation reservation = records.reserve(request, fingerprint);
    if (!(reservation instanceof Reservation.InProgress) || settings.patience().isZero()) {
      return reservation;
    }
    metrics.waited();
    long end = environment.nowMicros() + settings.patience().toNanos() / 1_000;
    while (reservation instanceof Reservation.InProgress) {
      Duration left = Duration.ofNanos(1_000 * (end - environment.nowMicros()));
      if (left.isNegative() || left.isZero() || Thread.currentThread().isInterrupted()) {
        return reservation;
      }
      Optional<Reservation.Answer> answer = records.await(request, fingerprint, left);
      reservation = answer.isPresent() ? answer.get() : records.reserve(request, fingerprint);
    }
    return reservation;
  }

  @Override
  public void close() {
    heartbeats.close();
  }

  /**
   * The end of a request in this process.
   *
   * @param kept the outcome that is final, for those who wait for it
   */
  record Ended(IdempotentResult result, Answer how, Optional<Outcome> kept) {
    static Ended conflict() {
      return refused(
          Answer.CONFLICT,
          ErrorSubtype.IDEMPOTENCY_KEY_CONFLICT,
          "the idempotency key was used with another payload; send this one with a key of its own",
          Optional.empty());
    }

    static Ended inProgress(Duration retryAfter) {
      return refused(
          Answer.IN_PROGRESS,
          ErrorSubtype.REQUEST_IN_PROGRESS,
          "the same request is being executed, or nobody knows yet how it ended; send it again",
          Optional.of(retryAfter));
    }

    static Ended replayFailed(String reason) {
      return refused(
          Answer.REPLAY_FAILED,
          ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED,
          "the request is not executed again, and its outcome cannot be told: " + reason,
          Optional.empty());
    }

    private static Ended refused(
        Answer how, ErrorSubtype subtype, String message, Optional<Duration> retryAfter) {
      return new Ended(
          new IdempotentResult.Refused(subtype, message, retryAfter), how, Optional.empty());
    }
  }
}
