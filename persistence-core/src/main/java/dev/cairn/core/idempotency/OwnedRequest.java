package dev.cairn.core.idempotency;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.CommitKey;
import dev.cairn.core.lease.Change;
import dev.cairn.core.lease.Lease;
import dev.cairn.core.lease.Leases;
import java.time.Duration;
import java.time.Instant;

/** A request as its owner has it: the lease in its record fences all that is written. */
final class OwnedRequest implements Ownership {
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
    return RecordTimes.instant(known().accepted());
  }

  @Override
  public Instant deadline() {
    return RecordTimes.instant(known().expires());
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
  public Kept heartbeat() {
    return kept(lease.renew(duration));
  }

  @Override
  public Kept finish(Outcome outcome) {
    OutcomeRows.Kept where;
    try {
      where = outcomes.keep(lease.known().id(), known().expires(), outcome);
    } catch (UnknownOutcomeException e) {
      return new Kept.Unknown(e);
    }
    Change<IdempotencyRecord> change =
        lease.release(Leases.NEVER, value -> value.finished(where.inline(), where.parts()));
    // One that was given back before, unfinished, cannot be finished any more.
    boolean isFinished =
        !(change instanceof Change.Applied<IdempotencyRecord> applied)
            || applied.written().value().finished();
    return isFinished ? kept(change) : new Kept.Lost();
  }

  // An earlier owner may still commit, and knows when the request was first accepted. Were the
  // record deleted, the next attempt would be accepted anew, and look for its key elsewhere.
  @Override
  public Kept release() {
    return isTakeover() ? abandon() : kept(lease.delete());
  }

  @Override
  public Kept abandon() {
    return kept(lease.release(Leases.NEVER));
  }

  private static Kept kept(Change<IdempotencyRecord> change) {
    if (change instanceof Change.Applied) {
      return new Kept.Done();
    } else if (change instanceof Change.Unknown<IdempotencyRecord> unknown) {
      return new Kept.Unknown(unknown.cause());
    }
    return new Kept.Lost();
  }
}
