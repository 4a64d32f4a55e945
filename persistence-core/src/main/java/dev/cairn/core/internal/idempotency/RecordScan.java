package dev.cairn.core.internal.idempotency;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.IdempotencyRecords;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.ScanBounds;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads records of one scope or of all. */
public final class RecordScan implements IdempotencyRecords {
  private final EngineIdempotencyStore.Services services;
  private final RecordTimes times;

  /** The records that {@code services} keep. */
  public RecordScan(EngineIdempotencyStore.Services services) {
    this.services = services;
    this.times = services.times();
  }

  @Override
  public long each(Optional<Scope> scope, Predicate<Found> visitor) {
    long[] damaged = {0};
    ScanBounds.scanNamed(
        services.backend(),
        services.environment(),
        services.maxClockSkew(),
        scope,
        IdempotencyRecord.TYPE.name(),
        row -> {
          Optional<Found> found = read(row);
          damaged[0] += found.isEmpty() ? 1 : 0;
          return found.isEmpty() || visitor.test(found.get());
        });
    return damaged[0];
  }

  private Optional<Found> read(ObjectRow row) {
    try {
      return Optional.of(found(row));
    } catch (DamagedDataException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Found> find(Scope scope, String name) {
    ObjectKey key = new ObjectKey(scope, IdempotencyRecord.TYPE.name(), ObjectId.ofName(name));
    return services.backend().fetch(List.of(key), ReadMode.STRONG).get(0).map(this::found);
  }

  @Override
  public Purge purge(Optional<Scope> scope) {
    return new RecordPurge(services, scope);
  }

  private Found found(ObjectRow row) {
    Scope scope = row.key().scope();
    Versioned<IdempotencyRecord> version =
        new UpdateableObjects(services.backend(), services.codec(), scope, services.environment())
            .ofRow(IdempotencyRecord.TYPE, row);
    IdempotencyRecord record = version.value();
    return new Found(
        scope,
        version.id().name().orElse(""),
        EngineIdempotencyStore.info(record),
        times.isOver(record),
        row.value().length(),
        record.parts().map(IdempotencyRecord.Parts::count).orElse(0),
        record.outcome().map(OutcomeFormat::decode));
  }
}
