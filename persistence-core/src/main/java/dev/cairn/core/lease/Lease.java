package dev.cairn.core.lease;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.Versioned;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A lease that was granted: the handle by which its holder, and nobody else, can change the object
 * that carries it.
 *
 * <p>Any thread may use it, also several at once: they then take turns by compare-and-swap like
 * strangers, but know each other by the owner in the row. Methods may throw {@link
 * BackendUnavailableException}; then nothing was done.
 *
 * @param <T> the class of the values that carry the lease
 */
public final class Lease<T> {
  /** Only the holder's own threads can be in the way, and those are few. */
  private static final int TRIES = 5;

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

  /** The object as the holder last knew it to be. */
  public Versioned<T> known() {
    return known;
  }

  /** The lease as the holder last knew it to be. */
  public LeaseState state() {
    return leases.field().lease(known().value());
  }

  /** The {@code until} just before this grant, or {@link Leases#NEVER}. */
  public long previousUntil() {
    return previousUntil;
  }

  /** Extends the lease to {@code duration} from now; never shortens it. */
  public Change<T> renew(Duration duration) {
    return renew(duration, UnaryOperator.identity());
  }

  /**
   * Changes the value and extends the lease, in one write.
   *
   * @param change may run more than once, also on its own result
   */
  public Change<T> renew(Duration duration, UnaryOperator<T> change) {
    long until = leases.now() + duration.toMillis();
    return change(
        value -> leases.field().changeLease(change.apply(value), lease -> lease.renewed(until)),
        false);
  }

  /**
   * Changes the value and keeps the lease, whatever the change makes of it.
   *
   * @param change may run more than once, also on its own result
   */
  public Change<T> update(UnaryOperator<T> change) {
    LeaseField<T> field = leases.field();
    return change(value -> field.withLease(change.apply(value), field.lease(value)), false);
  }

  /**
   * Gives the lease back. The next holder gets {@code lastUsed} as the {@code until} before its
   * own.
   */
  public Change<T> release(long lastUsed) {
    return release(lastUsed, UnaryOperator.identity());
  }

  /**
   * Changes the value and gives the lease back, in one write.
   *
   * @param change may run more than once, also on its own result
   */
  public Change<T> release(long lastUsed, UnaryOperator<T> change) {
    return change(
        value -> leases.field().changeLease(change.apply(value), lease -> lease.released(lastUsed)),
        true);
  }

  private Change<T> change(UnaryOperator<T> change, boolean releases) {
    Versioned<T> base = known;
    Optional<Throwable> doubt = Optional.empty();
    for (int i = 0; i < TRIES; i++) {
      if (leases.field().lease(base.value()).released()) {
        return releases ? new Change.Applied<>(base) : new Change.Lost<>(Optional.of(base));
      }
      T next = change.apply(base.value());
      Update<T> update;
      try {
        update = leases.objects().swap(base, next, leases.field().expiresAtMicros(next));
      } catch (BackendUnavailableException e) {
        if (doubt.isEmpty()) {
          throw e;
        }
        return new Change.Unknown<>(doubt.get()); // this try did nothing, an earlier one may have
      }
      if (update instanceof Update.Applied<T> applied) {
        known = applied.written();
        return new Change.Applied<>(applied.written());
      }
      if (update instanceof Update.Unknown<T> unknown) {
        if (unknown.found().isEmpty()) {
          return new Change.Unknown<>(unknown.cause());
        }
        doubt = Optional.of(unknown.cause());
      }
      Optional<Versioned<T>> found = found(update);
      if (found.isEmpty() || !isMine(found.get())) {
        return new Change.Lost<>(found);
      }
      // Another thread of the holder was faster, an unanswered write of the holder arrived after
      // all, or it was fenced off: the lease is still held, from this version on.
      base = found.get();
      known = base;
    }
    return new Change.Unknown<>(
        new UnknownOutcomeException(
            "%s was changed %d times by its holder while this change was tried"
                .formatted(base.id(), TRIES)));
  }

  /**
   * Deletes the object, and the lease with it; not if the lease was given back, for what is in the
   * object by then is for others.
   */
  public Change<T> delete() {
    Versioned<T> base = known;
    for (int i = 0; i < TRIES; i++) {
      if (leases.field().lease(base.value()).released()) {
        return new Change.Lost<>(Optional.of(base));
      }
      Update<T> update = leases.objects().delete(base);
      if (update instanceof Update.Applied) {
        return new Change.Applied<>(base);
      }
      Optional<Versioned<T>> found = found(update);
      if (update instanceof Update.Unknown<T> unknown && found.isEmpty()) {
        return new Change.Unknown<>(unknown.cause());
      }
      if (found.isEmpty() || !isMine(found.get())) {
        return new Change.Lost<>(found);
      }
      base = found.get();
      known = base;
    }
    return new Change.Unknown<>(
        new UnknownOutcomeException(
            "%s was changed %d times by its holder while it was to be deleted"
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
