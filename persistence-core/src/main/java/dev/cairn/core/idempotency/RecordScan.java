package dev.cairn.core.idempotency;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.IdempotencyStore.RecordInfo;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks at records, of a scope or of all, for operators. Costs a scan. */
public final class RecordScan {
  private final EngineIdempotencyStore.Services services;
  private final RecordTimes times;

  /** The records that {@code services} keep. */
  public RecordScan(EngineIdempotencyStore.Services services) {
    this.services = services;
    this.times = services.times();
  }

  /**
   * A record.
   *
   * @param name of its request: principal, operation, resource and key
   * @param isOver whether it is past its time, so that the next purge deletes it
   * @param bytes how much its row holds
   * @param parts in how many further rows its outcome is
   * @param outcome how it ended, if it did and that is in its own row
   */
  public record Found(
      Scope scope,
      String name,
      RecordInfo info,
      boolean isOver,
      long bytes,
      int parts,
      Optional<Outcome> outcome) {}

  /**
   * Shows records to {@code visitor}, in no order that matters, until it answers false.
   *
   * @param scope whose; nothing for all of the database
   * @return how many rows were passed over because they are damaged
   */
  public long each(Optional<Scope> scope, Predicate<Found> visitor) {
    long[] damaged = {0};
    var unused =
        services
            .backend()
            .scanObjects(
                scope,
                Optional.of(IdempotencyRecord.TYPE.name()),
                Optional.empty(),
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

  /**
   * The record of the request called {@code name}.
   *
   * @throws DamagedDataException if it is damaged
   */
  public Optional<Found> find(Scope scope, String name) {
    ObjectKey key = new ObjectKey(scope, IdempotencyRecord.TYPE.name(), ObjectId.ofName(name));
    return services.backend().fetch(List.of(key), ReadMode.STRONG).get(0).map(this::found);
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
