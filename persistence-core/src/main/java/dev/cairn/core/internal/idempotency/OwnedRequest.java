package dev.cairn.core.internal.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.CommitKey;
import dev.cairn.core.internal.lease.Lease;
import dev.cairn.core.internal.lease.LeaseChange;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.runtime.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An owner's handle on a request: the lease in its record fences all writes. */
final class OwnedRequest implements Ownership {
  @FunctionalInterface
  private interface Release {
    LeaseChange<IdempotencyRecord> apply(long lastUsed, UnaryOperator<IdempotencyRecord> change);
  }

  private final RequestKey request;
  private final Lease<IdempotencyRecord> lease;
  private final OutcomeRows outcomes;
  private final Duration duration;

  OwnedRequest(
      RequestKey request, Lease<IdempotencyRecord> lease, OutcomeRows outcomes, Duration duration) {
    this.request = request;
    this.lease = lease;
    this.outcomes = outcomes;
    this.duration = duration;
  }

  private IdempotencyRecord known() {
    return lease.known().value();
  }

  @Override
  public RequestKey request() {
    return request;
  }

  @Override
  public Instant acceptedAt() {
    return Micros.toInstant(known().accepted());
  }

  @Override
  public Instant deadline() {
    return Micros.toInstant(known().expires());
  }

  @Override
  public boolean isTakeover() {
    return known().takeovers() > 0;
  }

  @Override
  public CommitKey commitKey(String step) {
    return new CommitKey(
        request.name(), step, acceptedAt(), deadline(), Duration.ofNanos(known().window() * 1_000));
  }

  @Override
  public Bytes encode(Outcome outcome) {
    Outcome kept = OutcomeFormat.checked(outcome, request.toString());
    return outcomes.toHead(lease.known().id(), known().expires(), kept);
  }

  @Override
  public Optional<Outcome> decode(Bytes kept) {
    return outcomes.fromHead(lease.known().id(), kept);
  }

  @Override
  public Kept heartbeat() {
    return kept(lease.renew(duration));
  }

  @Override
  public Kept finish(Outcome outcome) {
    return finish(outcome, lease::release);
  }

  @Override
  public Kept finishApplied(Outcome outcome) {
    return finish(outcome, lease::releaseUnsynced);
  }

  private Kept finish(Outcome outcome, Release release) {
    Outcome kept = OutcomeFormat.checked(outcome, request.toString());
    OutcomeRows.Kept where;
    try {
      where = outcomes.keep(lease.known().id(), known().expires(), kept);
    } catch (UnknownOutcomeException e) {
      return new Kept.Unknown(e);
    }
    LeaseChange<IdempotencyRecord> change =
        release.apply(Leases.NEVER, value -> value.finished(where.inline(), where.parts()));
    // A request that was released unfinished can no longer be finished.
    boolean isFinished =
        !(change instanceof LeaseChange.Applied<IdempotencyRecord> applied)
            || applied.written().value().finished();
    return isFinished ? kept(change) : new Kept.Lost();
  }

  // An earlier owner may still commit, with the time at which the request was first accepted. If
  // the record were deleted, the next attempt would be accepted at another time, and search for its
  // key in another place.
  @Override
  public Kept release() {
    return isTakeover() ? abandon() : kept(lease.delete());
  }

  @Override
  public Kept abandon() {
    return kept(lease.release(Leases.NEVER));
  }

  private static Kept kept(LeaseChange<IdempotencyRecord> change) {
    if (change instanceof LeaseChange.Applied) {
      return new Kept.Done();
    } else if (change instanceof LeaseChange.Unknown<IdempotencyRecord> unknown) {
      return new Kept.Unknown(unknown.cause());
    }
    return new Kept.Lost();
  }
}
