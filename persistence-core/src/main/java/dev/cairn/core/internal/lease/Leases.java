package dev.cairn.core.internal.lease;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Grants leases on updateable objects of one type.
 *
 * <p>Methods may throw {@link dev.cairn.api.BackendUnavailableException}; then nothing was done.
 *
 * @param <T> the class of the values that carry the lease
 */
public final class Leases<T> {
  /** The {@code until} before the first grant: no timestamp of an ID is that early. */
  public static final long NEVER = 0;

  /** How often other processes may acquire and release the lease before the outcome is unknown. */
  private static final int TRIES = 3;

  private final UpdateableObjects objects;
  private final LeaseField<T> field;
  private final Environment environment;
  private final long skewMillis;

  /**
   * @param maxClockSkew {@code cairn.max-clock-skew}: how far clocks of processes may be apart
   */
  public Leases(
      UpdateableObjects objects,
      LeaseField<T> field,
      Environment environment,
      Duration maxClockSkew) {
    if (maxClockSkew.isNegative()) {
      throw new IllegalArgumentException(
          "the clock skew must be zero or more, not " + maxClockSkew);
    }
    this.objects = objects;
    this.field = field;
    this.environment = environment;
    this.skewMillis = maxClockSkew.toMillis();
  }

  /**
   * Acquires the lease of {@code id} for {@code duration} from now, if it is free.
   *
   * @param fresh makes the value to insert, with the given lease, if there is no such object
   */
  public Acquired<T> acquire(
      UpdateableId<T> id, LeaseHolder holder, Duration duration, Function<LeaseState, T> fresh) {
    return acquire(id, objects.read(id), holder, duration, fresh);
  }

  /**
   * Acquires the lease from the caller's last view of the object: one write and no read if that
   * view is current.
   *
   * @param known the object as it was last seen
   */
  public Acquired<T> acquire(
      UpdateableId<T> id,
      Optional<Versioned<T>> known,
      LeaseHolder holder,
      Duration duration,
      Function<LeaseState, T> fresh) {
    Optional<Versioned<T>> found = known;
    for (int tries = 0; isFree(found); tries++) {
      if (tries == TRIES) {
        return new Acquired.Unknown<>(
            new UnknownOutcomeException(
                "the lease of %s was not acquired: other processes acquired and released it %d times; try again"
                    .formatted(id, TRIES)));
      }
      Attempt attempt = new Attempt(id, found, holder, duration, kept(found, fresh));
      Update<T> update = attempt.write();
      if (update instanceof Update.Applied<T> applied) {
        return attempt.granted(applied.written());
      } else if (update instanceof Update.Unknown<T> unknown) {
        return attempt.settle(unknown);
      } else if (update instanceof Update.Conflict<T> conflict) {
        found = conflict.found();
      }
    }
    return new Acquired.Held<>(found.orElseThrow());
  }

  /** Whether {@code lease} can be acquired now. */
  public boolean isFree(LeaseState lease) {
    return lease.isFree(now(), skewMillis);
  }

  private Function<LeaseState, T> kept(
      Optional<Versioned<T>> found, Function<LeaseState, T> fresh) {
    return found.isEmpty() ? fresh : mine -> field.withLease(found.get().value(), mine);
  }

  /**
   * Acquires the lease of {@code id} with one write, without checking that it is free: for callers
   * that decide this by the rest of the value. If the object differs from {@code known}, the
   * outcome is {@link Acquired.Held} or {@link Acquired.Gone}.
   *
   * @param known the object as it was last seen, or nothing to insert it
   * @param next makes the value to write, with the given lease
   */
  public Acquired<T> take(
      UpdateableId<T> id,
      Optional<Versioned<T>> known,
      LeaseHolder holder,
      Duration duration,
      Function<LeaseState, T> next) {
    Attempt attempt = new Attempt(id, known, holder, duration, next);
    return taken(attempt, attempt.write());
  }

  /**
   * Inserts the object with its lease, as {@link #take} does where nothing is known of it; it is
   * durable as {@link UpdateableObjects#insertUnsynced} says.
   */
  public Acquired<T> takeUnsynced(
      UpdateableId<T> id, LeaseHolder holder, Duration duration, Function<LeaseState, T> fresh) {
    Attempt attempt = new Attempt(id, Optional.empty(), holder, duration, fresh);
    return taken(attempt, attempt.insertUnsynced());
  }

  private Acquired<T> taken(Attempt attempt, Update<T> update) {
    if (update instanceof Update.Applied<T> applied) {
      return attempt.granted(applied.written());
    }
    if (update instanceof Update.Unknown<T> unknown) {
      return unknown.found().isEmpty()
          ? new Acquired.Unknown<>(unknown.cause())
          : attempt.grantedIfMine(unknown.found().get());
    }
    return ((Update.Conflict<T>) update)
        .found()
        .<Acquired<T>>map(Acquired.Held::new)
        .orElseGet(Acquired.Gone::new);
  }

  private boolean isFree(Optional<Versioned<T>> found) {
    return found.isEmpty() || isFree(field.lease(found.get().value()));
  }

  /** One attempt to acquire the lease, with a new owner. */
  private final class Attempt {
    private final UpdateableId<T> id;
    private final Optional<Versioned<T>> found;
    private final Function<LeaseState, T> next;
    private final LeaseState mine;
    private final long previousUntil;

    Attempt(
        UpdateableId<T> id,
        Optional<Versioned<T>> found,
        LeaseHolder holder,
        Duration duration,
        Function<LeaseState, T> next) {
      this.id = id;
      this.found = found;
      this.next = next;
      Optional<LeaseState> before = found.map(version -> field.lease(version.value()));
      this.previousUntil = before.map(LeaseState::until).orElse(NEVER);
      long now = now();
      this.mine =
          LeaseState.granted(
              environment.newToken().toString(),
              holder,
              now,
              // The clock may have gone back since the lease was found free.
              Math.max(now + duration.toMillis(), previousUntil),
              before.map(LeaseState::unknown).orElse(Map.of()));
    }

    Update<T> write() {
      T value = next.apply(mine);
      OptionalLong expiresAt = field.expiresAtMicros(value);
      return found.isEmpty()
          ? objects.insert(id, value, expiresAt)
          : objects.swap(found.get(), value, expiresAt);
    }

    Update<T> insertUnsynced() {
      T value = next.apply(mine);
      return objects.insertUnsynced(id, value, field.expiresAtMicros(value));
    }

    Acquired<T> grantedIfMine(Versioned<T> there) {
      return isMine(there) ? granted(there) : new Acquired.Held<>(there);
    }

    private boolean isMine(Versioned<T> there) {
      return field.lease(there.value()).owner().equals(mine.owner());
    }

    Acquired<T> granted(Versioned<T> written) {
      return new Acquired.Granted<>(new Lease<>(Leases.this, written, previousUntil));
    }

    /** Settles by the owner in the row, if there is a row, what the tokens could not. */
    Acquired<T> settle(Update.Unknown<T> unknown) {
      if (unknown.found().isEmpty()) {
        return new Acquired.Unknown<>(unknown.cause());
      }
      Versioned<T> there = unknown.found().get();
      if (isMine(there)) {
        return granted(there);
      }
      return isFree(unknown.found())
          ? new Acquired.Unknown<>(unknown.cause())
          : new Acquired.Held<>(there);
    }
  }

  long now() {
    return SnowflakeId.toTimestamp(environment.clock().instant());
  }

  LeaseField<T> field() {
    return field;
  }

  UpdateableObjects objects() {
    return objects;
  }
}
