package dev.cairn.core.internal.objects;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.ScanBounds;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.settle.Settlement;
import dev.cairn.core.internal.settle.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The typed updateable objects of one scope: leases, tasks, idempotency records.
 *
 * <p>Each change names the version it was made from and gives the object a new token. A change
 * whose reply was lost is {@linkplain Settlement settled} before the method returns; it returns
 * {@link Update.Unknown} only where tokens do not tell. All reads are strong.
 *
 * <p>Every method may throw {@link BackendUnavailableException} and other exceptions; a change that
 * throws was certainly not applied.
 */
public final class UpdateableObjects {
  private final Backend backend;
  private final Codec codec;
  private final Scope scope;
  private final Environment environment;

  /** The objects of {@code scope}. */
  public UpdateableObjects(Backend backend, Codec codec, Scope scope, Environment environment) {
    this.backend = backend;
    this.codec = codec;
    this.scope = scope;
    this.environment = environment;
  }

  /**
   * The current object, if it exists.
   *
   * @throws DamagedDataException if it is damaged, or is another object whose name has the same
   *     hash
   */
  public <T> Optional<Versioned<T>> read(UpdateableId<T> id) {
    return readRow(id).map(row -> toVersioned(id, row));
  }

  /** The current object with the size of its row, for caches. */
  public <T> Optional<Loaded<Versioned<T>>> load(UpdateableId<T> id) {
    return readRow(id)
        .map(row -> new Loaded<>(toVersioned(id, row), List.of(), row.value().length()));
  }

  /** The current objects, in the order of {@code ids}, by one bulk read. */
  public <T> List<Optional<Versioned<T>>> readAll(List<UpdateableId<T>> ids) {
    List<Optional<ObjectRow>> rows =
        backend.fetch(ids.stream().map(id -> id.in(scope)).toList(), ReadMode.STRONG);
    List<Optional<Versioned<T>>> found = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      UpdateableId<T> id = ids.get(i);
      found.add(rows.get(i).map(row -> toVersioned(id, row)));
    }
    return found;
  }

  /** The object in a row that a scan found, whatever its name. */
  public <T> Versioned<T> ofRow(ObjectType<T> type, ObjectRow row) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    return toVersioned(new UpdateableId<>(type, envelope.name(), row.key().id()), row);
  }

  /** All objects of {@code type} up to {@code bound}, in no particular order. Costs a scan. */
  public <T> List<Versioned<T>> scan(ObjectType<T> type, ScanBound bound) {
    List<Versioned<T>> found = new ArrayList<>();
    var unused =
        backend.scanObjects(
            Optional.of(scope),
            Optional.of(type.name()),
            bound,
            Optional.empty(),
            row -> found.add(ofRow(type, row)));
    return found;
  }

  /**
   * All named objects of {@code type}, in no order that matters. Costs a scan.
   *
   * @param skew how far the clocks of two processes may be apart
   */
  public <T> List<Versioned<T>> scanNamed(ObjectType<T> type, Duration skew) {
    List<Versioned<T>> found = new ArrayList<>();
    ScanBounds.scanNamed(
        backend,
        environment,
        skew,
        Optional.of(scope),
        type.name(),
        row -> found.add(ofRow(type, row)));
    return found;
  }

  private Optional<ObjectRow> readRow(UpdateableId<?> id) {
    return backend.fetch(List.of(id.in(scope)), ReadMode.STRONG).get(0);
  }

  /**
   * Inserts the object if it does not exist.
   *
   * <p>If the reply is lost, only finding the object proves that it was inserted; otherwise the
   * outcome stays unknown, because the insert may still be applied at any time at which there is no
   * object. The engine does not repeat it; a caller may, if an object that reappears after a
   * deletion does no harm.
   *
   * @param expiresAtMicros when the database may remove it, with grace and clock skew added
   */
  public <T> Update<T> insert(UpdateableId<T> id, T value, OptionalLong expiresAtMicros) {
    return insert(id, value, expiresAtMicros, backend::insert);
  }

  /** The same, durable as {@link Backend#insertUnsynced} says. */
  public <T> Update<T> insertUnsynced(UpdateableId<T> id, T value, OptionalLong expiresAtMicros) {
    return insert(id, value, expiresAtMicros, backend::insertUnsynced);
  }

  private <T> Update<T> insert(
      UpdateableId<T> id,
      T value,
      OptionalLong expiresAtMicros,
      Function<ObjectRow, CasResult<ObjectRow>> write) {
    Versioned<T> next =
        new Versioned<>(
            id,
            value,
            environment.newToken(),
            Optional.empty(),
            environment.nowMicros(),
            expiresAtMicros);
    ObjectRow row = toRow(next);
    return settle(
        next, () -> write.apply(row), UpdateRules.ofInsert(next.token()), Optional.empty());
  }

  /**
   * Replaces the object by {@code value} if it is still as in {@code expected}.
   *
   * <p>If replies are lost repeatedly while the object stays as expected, the engine fences it: the
   * object keeps its value and gets a new token, so that this change can no longer be applied, and
   * the outcome is a conflict.
   *
   * @param expiresAtMicros when the database may remove it, with grace and clock skew added
   */
  public <T> Update<T> swap(Versioned<T> expected, T value, OptionalLong expiresAtMicros) {
    return swap(expected, value, expiresAtMicros, backend::swap);
  }

  /** The same, durable as {@link Backend#swapUnsynced} says. */
  public <T> Update<T> swapUnsynced(Versioned<T> expected, T value, OptionalLong expiresAtMicros) {
    return swap(expected, value, expiresAtMicros, backend::swapUnsynced);
  }

  private <T> Update<T> swap(
      Versioned<T> expected,
      T value,
      OptionalLong expiresAtMicros,
      BiFunction<Token, ObjectRow, CasResult<ObjectRow>> write) {
    Versioned<T> next = successor(expected, value, expiresAtMicros);
    ObjectRow row = toRow(next);
    return settle(
        next,
        () -> write.apply(expected.token(), row),
        UpdateRules.ofSwap(expected.token(), next.token()),
        Optional.of(
            new Settlement.Fence<>(
                this::fenced, fenced -> backend.swap(expected.token(), fenced))));
  }

  // The value is not re-encoded: it may hold properties that this release does not know.
  private ObjectRow fenced(ObjectRow row) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    Envelope next =
        new Envelope(envelope.references(), envelope.name(), row.token(), envelope.body());
    return new ObjectRow(
        row.key(),
        next.toBytes(codec.level()),
        Optional.of(environment.newToken()),
        row.createdAtMicros(),
        row.expiresAtMicros());
  }

  /** Deletes the object if it is still as in {@code expected}. */
  public <T> Update<T> delete(Versioned<T> expected) {
    return settle(
        expected,
        () -> backend.deleteIf(expected.id().in(scope), expected.token()),
        UpdateRules.ofDelete(expected.token()),
        Optional.empty());
  }

  private <T> Versioned<T> successor(Versioned<T> version, T value, OptionalLong expiresAtMicros) {
    return new Versioned<>(
        version.id(),
        value,
        environment.newToken(),
        Optional.of(version.token()),
        version.createdAtMicros(),
        expiresAtMicros);
  }

  private <T> Update<T> settle(
      Versioned<T> attempted,
      Supplier<CasResult<ObjectRow>> write,
      Verdict.Rule<Versioned<T>> rule,
      Optional<Settlement.Fence<ObjectRow>> fence) {
    UpdateableId<T> id = attempted.id();
    Settled<ObjectRow> settled =
        new Settlement<>(() -> readRow(id), environment)
            .run(write, found -> rule.judge(found.map(row -> toVersioned(id, row))), fence);
    if (settled instanceof Settled.Conflict<ObjectRow> conflict) {
      return new Update.Conflict<>(conflict.found().map(row -> toVersioned(id, row)));
    }
    if (settled instanceof Settled.Unknown<ObjectRow> unknown) {
      return new Update.Unknown<>(
          attempted, unknown.found().map(row -> toVersioned(id, row)), unknown.cause());
    }
    return new Update.Applied<>(attempted);
  }

  private <T> ObjectRow toRow(Versioned<T> version) {
    UpdateableId<T> id = version.id();
    Bytes stored =
        codec.encodeUpdateable(id.type(), version.value(), id.name(), version.previous());
    int limit = Math.min(backend.limits().maxValueBytes(), Envelope.MAX_BYTES);
    if (stored.length() > limit) {
      throw new ValueTooLargeException(
          "updateable object %s has %d bytes; it must fit into one row of at most %d"
              .formatted(id, stored.length(), limit));
    }
    return new ObjectRow(
        id.in(scope),
        stored,
        Optional.of(version.token()),
        version.createdAtMicros(),
        version.expiresAtMicros());
  }

  private <T> Versioned<T> toVersioned(UpdateableId<T> id, ObjectRow row) {
    Envelope envelope = Envelope.ofBytes(row.key(), row.value());
    if (!envelope.name().equals(id.name())) {
      throw new DamagedDataException(
          "the row of %s belongs to %s; their names have the same hash or the row was moved"
              .formatted(id, envelope.name().orElse("an object without a name")));
    }
    return new Versioned<>(
        id,
        codec.decode(id.type(), row.key(), envelope),
        row.token()
            .orElseThrow(
                () -> new DamagedDataException("the updateable object " + id + " has no token")),
        envelope.previous(),
        row.createdAtMicros(),
        row.expiresAtMicros());
  }
}
