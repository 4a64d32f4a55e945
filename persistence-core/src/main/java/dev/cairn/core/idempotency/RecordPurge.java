package dev.cairn.core.idempotency;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes what is past its time, a bounded batch at a time, by token: whatever is renewed or taken
 * meanwhile stays. Several processes may do it at once. Parts go by their own expiry, a little
 * after their records.
 */
public final class RecordPurge {
  private final EngineIdempotencyStore.Services services;
  private final Optional<Scope> scope;
  private final RecordTimes times;
  private boolean isAtParts;
  private Optional<ScanPosition> position = Optional.empty();

  /**
   * @param scope whose records; nothing for all of the database
   */
  public RecordPurge(EngineIdempotencyStore.Services services, Optional<Scope> scope) {
    this.services = services;
    this.scope = scope;
    this.times = services.times();
  }

  /** Looks at up to {@code atMost} rows from where the last call stopped. */
  public synchronized Purged run(int atMost) {
    if (atMost < 1) {
      throw new IllegalArgumentException("a purge looks at one row or more, not " + atMost);
    }
    Batch batch =
        isAtParts
            ? new Batch(RecordPart.TYPE.name(), atMost, isOver(RecordPart.TYPE, times::isOver))
            : new Batch(
                IdempotencyRecord.TYPE.name(),
                atMost,
                isOver(IdempotencyRecord.TYPE, times::isOver));
    position = batch.scan();
    long deleted = isAtParts ? batch.delete(RecordPart.TYPE) : batch.delete(IdempotencyRecord.TYPE);
    boolean isEnd = position.isEmpty();
    boolean isComplete = isEnd && isAtParts;
    if (isEnd) {
      isAtParts = !isAtParts;
    }
    services.metrics().purged(deleted);
    return new Purged(batch.examined, deleted, isComplete);
  }

  // What cannot be read may belong to a later release: it stays.
  private <T> Predicate<ObjectRow> isOver(ObjectType<T> type, Predicate<T> isOver) {
    return row -> {
      try {
        return isOver.test(objects(row).ofRow(type, row).value());
      } catch (DamagedDataException e) {
        return false;
      }
    };
  }

  private UpdateableObjects objects(ObjectRow row) {
    return new UpdateableObjects(
        services.backend(), services.codec(), row.key().scope(), services.environment());
  }

  /** One call's worth of rows. */
  private final class Batch {
    private final String type;
    private final int atMost;
    private final Predicate<ObjectRow> isOver;
    private final List<ObjectRow> found = new ArrayList<>();
    private int examined;

    Batch(String type, int atMost, Predicate<ObjectRow> isOver) {
      this.type = type;
      this.atMost = atMost;
      this.isOver = isOver;
    }

    Optional<ScanPosition> scan() {
      return services.backend().scanObjects(scope, Optional.of(type), position, this::visit);
    }

    private boolean visit(ObjectRow row) {
      if (isOver.test(row)) {
        found.add(row);
      }
      return ++examined < atMost;
    }

    <T> long delete(ObjectType<T> ofType) {
      long deleted = 0;
      for (ObjectRow row : found) {
        UpdateableObjects objects = objects(row);
        Versioned<T> version = objects.ofRow(ofType, row);
        Update<T> update = objects.delete(version);
        deleted += update instanceof Update.Applied ? 1 : 0;
      }
      return deleted;
    }
  }
}
