package dev.cairn.core.internal.lease;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A granted lease: the handle by which only its holder can change the object that carries it.
 *
 * <p>Any thread may use it, also several at once: they then compete by compare-and-swap like
 * separate processes, but recognize each other by the owner in the row. Methods may throw {@link
 * BackendUnavailableException}; then nothing was done.
 *
 * @param <T> the class of the values that carry the lease
 */
public final class Lease<T> {
  /** Only threads of the holder can conflict, and those are few. */
  private static final int TRIES = 5;

  @FunctionalInterface
  private interface Swap<T> {
    Update<T> apply(Versioned<T> expected, T next, OptionalLong expiresAtMicros);
  }

  private final Leases<T> leases;
  private final String owner;
  private final long previousUntil;
  private volatile Versioned<T> known;

  Lease(Leases<T> leases, Versioned<T> granted, long previousUntil) {
    this.leases = leases;
    this.owner = leases.field().lease(granted.value()).owner();
    this.previousUntil = previousUntil;
    this.known = granted;
  }

  /** The object as the holder last saw it. */
  public Versioned<T> known() {
    return known;
  }

  /** The lease as the holder last saw it. */
  public LeaseState state() {
    return leases.field().lease(known().value());
  }

  /** The {@code until} just before this grant, or {@link Leases#NEVER}. */
  public long previousUntil() {
    return previousUntil;
  }

  /** Extends the lease to {@code duration} from now; never shortens it. */
  public LeaseChange<T> renew(Duration duration) {
    return renew(duration, UnaryOperator.identity());
  }

  /**
   * Changes the value and extends the lease, in one write.
   *
   * @param change may run more than once, also on its own result
   */
  public LeaseChange<T> renew(Duration duration, UnaryOperator<T> change) {
    long until = leases.now() + duration.toMillis();
    return change(
        value -> leases.field().changeLease(change.apply(value), lease -> lease.renewed(until)),
        false);
  }

  /**
   * Changes the value and keeps the lease, even if the change edits it.
   *
   * @param change may run more than once, also on its own result
   */
  public LeaseChange<T> update(UnaryOperator<T> change) {
    LeaseField<T> field = leases.field();
    return change(value -> field.withLease(change.apply(value), field.lease(value)), false);
  }

  /** Releases the lease. The next holder gets {@code lastUsed} as its {@link #previousUntil}. */
  public LeaseChange<T> release(long lastUsed) {
    return release(lastUsed, UnaryOperator.identity());
  }

  /**
   * Changes the value and releases the lease, in one write.
   *
   * @param change may run more than once, also on its own result
   */
  public LeaseChange<T> release(long lastUsed, UnaryOperator<T> change) {
    return change(released(lastUsed, change), true, leases.objects()::swap);
  }

  /** The same, durable as {@link UpdateableObjects#swapUnsynced} says. */
  public LeaseChange<T> releaseUnsynced(long lastUsed, UnaryOperator<T> change) {
    return change(released(lastUsed, change), true, leases.objects()::swapUnsynced);
  }

  private UnaryOperator<T> released(long lastUsed, UnaryOperator<T> change) {
    return value ->
        leases.field().changeLease(change.apply(value), lease -> lease.released(lastUsed));
  }

  private LeaseChange<T> change(UnaryOperator<T> change, boolean releases) {
    return change(change, releases, leases.objects()::swap);
  }

  private LeaseChange<T> change(UnaryOperator<T> change, boolean releases, Swap<T> swap) {
    Versioned<T> base = known;
    Optional<Throwable> doubt = Optional.empty();
    for (int i = 0; i < TRIES; i++) {
      if (leases.field().lease(base.value()).released()) {
        return releases
            ? new LeaseChange.Applied<>(base)
            : new LeaseChange.Lost<>(Optional.of(base));
      }
      T next = change.apply(base.value());
      Update<T> update;
      try {
        update = swap.apply(base, next, leases.field().expiresAtMicros(next));
      } catch (BackendUnavailableException e) {
        if (doubt.isEmpty()) {
          throw e;
        }
        return new LeaseChange.Unknown<>(
            doubt.get()); // this try did nothing; an earlier one may have been applied
      }
      if (update instanceof Update.Applied<T> applied) {
        known = applied.written();
        return new LeaseChange.Applied<>(applied.written());
      }
      if (update instanceof Update.Unknown<T> unknown) {
        if (unknown.found().isEmpty()) {
          return new LeaseChange.Unknown<>(unknown.cause());
        }
        doubt = Optional.of(unknown.cause());
      }
      Optional<Versioned<T>> found = found(update);
      if (found.isEmpty() || !isMine(found.get())) {
        return new LeaseChange.Lost<>(found);
      }
      // Another thread of the holder wrote first, an earlier write of the holder without a reply
      // was applied after all, or it was fenced: the lease is still held, from this version on.
      base = found.get();
      known = base;
    }
    return new LeaseChange.Unknown<>(
        new UnknownOutcomeException(
            "the outcome of a change of %s is unknown: its holder changed it in each of %d tries; try again"
                .formatted(base.id(), TRIES)));
  }

  /**
   * Deletes the object, and the lease with it; not if the lease was released, because the object's
   * content is then for other processes.
   */
  public LeaseChange<T> delete() {
    Versioned<T> base = known;
    for (int i = 0; i < TRIES; i++) {
      if (leases.field().lease(base.value()).released()) {
        return new LeaseChange.Lost<>(Optional.of(base));
      }
      Update<T> update = leases.objects().delete(base);
      if (update instanceof Update.Applied) {
        return new LeaseChange.Applied<>(base);
      }
      Optional<Versioned<T>> found = found(update);
      if (update instanceof Update.Unknown<T> unknown && found.isEmpty()) {
        return new LeaseChange.Unknown<>(unknown.cause());
      }
      if (found.isEmpty() || !isMine(found.get())) {
        return new LeaseChange.Lost<>(found);
      }
      base = found.get();
      known = base;
    }
    return new LeaseChange.Unknown<>(
        new UnknownOutcomeException(
            "the outcome of deleting %s is unknown: its holder changed it in each of %d tries; try again"
                .formatted(base.id(), TRIES)));
  }

  private boolean isMine(Versioned<T> found) {
    return leases.field().lease(found.value()).owner().equals(owner);
  }

  private static <T> Optional<Versioned<T>> found(Update<T> update) {
    if (update instanceof Update.Conflict<T> conflict) {
      return conflict.found();
    }
    return update instanceof Update.Unknown<T> unknown ? unknown.found() : Optional.empty();
  }
}
