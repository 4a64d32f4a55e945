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
      Attempt attempt = new Attempt(id, found, holder, duration, fresh);
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

  private boolean isFree(Optional<Versioned<T>> found) {
    return found.isEmpty() || isFree(field.lease(found.get().value()));
  }

  /** One try to take the lease, with an owner of its own. */
  private final class Attempt {
    private final UpdateableId<T> id;
    private final Optional<Versioned<T>> found;
    private final Function<LeaseState, T> fresh;
    private final LeaseState mine;
    private final long previousUntil;

    Attempt(
        UpdateableId<T> id,
        Optional<Versioned<T>> found,
        LeaseHolder holder,
        Duration duration,
        Function<LeaseState, T> fresh) {
      this.id = id;
      this.found = found;
      this.fresh = fresh;
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
      if (found.isEmpty()) {
        T value = fresh.apply(mine);
        return objects.insert(id, value, field.expiresAtMicros(value));
      }
      T value = field.withLease(found.get().value(), mine);
      return objects.swap(found.get(), value, field.expiresAtMicros(value));
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
      LeaseState lease = field.lease(there.value());
      if (lease.owner().equals(mine.owner())) {
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
