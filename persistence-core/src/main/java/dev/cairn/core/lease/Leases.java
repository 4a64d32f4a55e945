package dev.cairn.core.lease;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.core.Environment;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
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

  /** How often somebody may be faster and give it back again before the caller is told. */
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
      throw new IllegalArgumentException("the clock skew is zero or more, not " + maxClockSkew);
    }
    this.objects = objects;
    this.field = field;
    this.environment = environment;
    this.skewMillis = maxClockSkew.toMillis();
  }

  /**
   * Takes the lease of {@code id} from now on for {@code duration}, if it is free.
   *
   * @param fresh the value to insert, with the lease it is given, if there is no such object
   */
  public Acquired<T> acquire(
      UpdateableId<T> id, LeaseHolder holder, Duration duration, Function<LeaseState, T> fresh) {
    return acquire(id, objects.read(id), holder, duration, fresh);
  }

  /**
   * The same, from what the caller already knows to be there or believes not to be there: one write
   * and no read if that is so.
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
                "the lease of %s was free and taken again %d times; try again"
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

  /** Whether {@code lease} could be taken now. */
  public boolean isFree(LeaseState lease) {
    return lease.isFree(now(), skewMillis);
  }

  private Function<LeaseState, T> kept(
      Optional<Versioned<T>> found, Function<LeaseState, T> fresh) {
    return found.isEmpty() ? fresh : mine -> field.withLease(found.get().value(), mine);
  }

  /**
   * Takes the lease of {@code id} with one write, and asks nobody whether it is free: for callers
   * to whom the value says more about that than its lease. If the object is not as {@code known},
   * that is the answer: {@link Acquired.Held} or {@link Acquired.Gone}.
   *
   * @param known the object as it was last seen, or nothing to insert it
   * @param next the value to write, with the lease it is given
   */
  public Acquired<T> take(
      UpdateableId<T> id,
      Optional<Versioned<T>> known,
      LeaseHolder holder,
      Duration duration,
      Function<LeaseState, T> next) {
    Attempt attempt = new Attempt(id, known, holder, duration, next);
    Update<T> update = attempt.write();
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

  /** One try to take the lease, with an owner of its own. */
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

    Acquired<T> grantedIfMine(Versioned<T> there) {
      return isMine(there) ? granted(there) : new Acquired.Held<>(there);
    }

    private boolean isMine(Versioned<T> there) {
      return field.lease(there.value()).owner().equals(mine.owner());
    }

    Acquired<T> granted(Versioned<T> written) {
      return new Acquired.Granted<>(new Lease<>(Leases.this, written, previousUntil));
    }

    /** The tokens could not tell: the owner in the row does, if there is a row. */
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
