package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.lease.Acquired;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The engine's {@link IdempotencyStore}: records as updateable objects. */
public final class EngineIdempotencyStore implements IdempotencyStore {
  // Owners change, but hardly this fast.
  private static final int TRIES = 10;
  private static final Backoff POLLING =
      new Backoff(Integer.MAX_VALUE, Duration.ofMillis(10), Duration.ofMillis(400));

  private final UpdateableObjects objects;
  private final Leases<IdempotencyRecord> leases;
  private final RecordTimes times;
  private final OutcomeRows outcomes;
  private final RecordPurge purge;
  private final Environment environment;
  private final LeaseHolder holder;
  private final IdempotencyMetrics metrics;

  /**
   * Services that all scopes of a process share.
   *
   * @param maxClockSkew how far clocks of processes may be apart
   * @param commitTimeLimit how long a commit is tried
   * @param holder identifies this process to operators
   */
  public record Services(
      Backend backend,
      Codec codec,
      Environment environment,
      IdempotencySettings settings,
      Duration maxClockSkew,
      Duration commitTimeLimit,
      LeaseHolder holder,
      IdempotencyMetrics metrics) {
    RecordTimes times() {
      return new RecordTimes(environment, settings, maxClockSkew, commitTimeLimit);
    }

    /** The records of {@code scope}. */
    public EngineIdempotencyStore open(Scope scope) {
      return new EngineIdempotencyStore(this, scope);
    }
  }

  private EngineIdempotencyStore(Services services, Scope scope) {
    this.environment = services.environment();
    this.objects = new UpdateableObjects(services.backend(), services.codec(), scope, environment);
    this.times = services.times();
    this.leases = new Leases<>(objects, times.field(), environment, services.maxClockSkew());
    this.outcomes =
        new OutcomeRows(
            objects,
            times,
            environment,
            services.backend().limits().maxValueBytes(),
            services.settings().maxOutcomeBytes());
    this.purge = new RecordPurge(services, Optional.of(scope));
    this.holder = services.holder();
    this.metrics = services.metrics();
  }

  @Override
  public Reservation reserve(RequestKey request, Fingerprint fingerprint) {
    return reserve(request, fingerprint, true);
  }

  @Override
  public Reservation reserveToCommit(RequestKey request, Fingerprint fingerprint) {
    return reserve(request, fingerprint, false);
  }

  private Reservation reserve(RequestKey request, Fingerprint fingerprint, boolean isSynced) {
    environment.clockCheck().check(); // accepted-at and leases use this clock
    Reservation reservation = ask(request, fingerprint, isSynced);
    metrics.reserved(reservation);
    return reservation;
  }

  private Reservation ask(RequestKey request, Fingerprint fingerprint, boolean isSynced) {
    UpdateableId<IdempotencyRecord> id = IdempotencyRecord.idOf(request);
    Optional<Versioned<IdempotencyRecord>> known = Optional.empty();
    for (int i = 0; i < TRIES; i++) {
      // Judged once: by a second reading of the clock, an expired record might no longer be
      // expired.
      RecordTimes.Found found =
          known.isEmpty()
              ? RecordTimes.Found.VACANT
              : times.judge(known.get().value(), fingerprint);
      Optional<Reservation.Answer> answer = known.flatMap(record -> answer(found, record));
      if (answer.isPresent()) {
        return answer.get();
      }
      Function<LeaseState, IdempotencyRecord> next = next(found, known, fingerprint);
      Acquired<IdempotencyRecord> acquired =
          isSynced || known.isPresent()
              ? leases.take(id, known, holder, times.lease(), next)
              : leases.takeUnsynced(id, holder, times.lease(), next);
      if (acquired instanceof Acquired.Granted<IdempotencyRecord> granted) {
        OwnedRequest owner = new OwnedRequest(request, granted.lease(), outcomes, times.lease());
        return owner.isTakeover()
            ? new Reservation.TakenOver(owner)
            : new Reservation.Reserved(owner);
      } else if (acquired instanceof Acquired.Unknown<IdempotencyRecord> unknown) {
        throw new UnknownOutcomeException(
            "the reservation of %s may or may not have been stored: %s"
                .formatted(request, unknown.cause().getMessage()),
            unknown.cause());
      }
      known =
          acquired instanceof Acquired.Held<IdempotencyRecord> held
              ? Optional.of(held.found())
              : Optional.empty();
    }
    throw new UnknownOutcomeException(
        "%s was not reserved: its owner changed in each of %d tries; nothing was executed, try again"
            .formatted(request, TRIES));
  }

  /**
   * The record to write: a new one, also in place of an expired one, or the found one with a new
   * owner.
   */
  private Function<LeaseState, IdempotencyRecord> next(
      RecordTimes.Found found,
      Optional<Versioned<IdempotencyRecord>> known,
      Fingerprint fingerprint) {
    return found == RecordTimes.Found.LAPSED
        ? known.orElseThrow().value()::takenOver
        : lease ->
            IdempotencyRecord.accepted(
                lease,
                fingerprint,
                times.nowMicros(),
                times.lifetimeMicros(),
                times.windowMicros());
  }

  /** The answer that follows from a record; empty if it can be reserved. */
  private Optional<Reservation.Answer> answer(
      RecordTimes.Found found, Versioned<IdempotencyRecord> known) {
    return switch (found) {
      case VACANT, LAPSED -> Optional.empty();
      case OTHER -> Optional.of(new Reservation.KeyConflict());
      case FINISHED -> Optional.of(outcomes.replay(known));
      case LIVE -> Optional.of(new Reservation.InProgress(times.retryAfter(known.value().lease())));
    };
  }

  @Override
  public Optional<Reservation.Answer> await(
      RequestKey request, Fingerprint fingerprint, Duration patience) {
    UpdateableId<IdempotencyRecord> id = IdempotencyRecord.idOf(request);
    long end = Durations.after(environment.nowMicros(), patience);
    for (int i = 1; ; i++) {
      Optional<Reservation.Answer> answer =
          objects.read(id).flatMap(found -> answer(times.judge(found.value(), fingerprint), found));
      boolean isUnderWay = answer.isPresent() && answer.get() instanceof Reservation.InProgress;
      if (!isUnderWay || environment.nowMicros() >= end || Thread.currentThread().isInterrupted()) {
        return answer;
      }
      POLLING.await(i, environment);
    }
  }

  @Override
  public Optional<RecordInfo> load(RequestKey request) {
    return objects.read(IdempotencyRecord.idOf(request)).map(found -> info(found.value()));
  }

  static RecordInfo info(IdempotencyRecord value) {
    LeaseState lease = value.lease();
    return new RecordInfo(
        value.finished(),
        value.fingerprintOrNone(),
        Micros.toInstant(value.accepted()),
        Micros.toInstant(value.expires()),
        SnowflakeId.toInstant(lease.until()),
        lease.holder().host() + "/" + lease.holder().process(),
        value.takeovers());
  }

  @Override
  public Purged purge(int atMost) {
    return purge.run(atMost);
  }
}
