package dev.cairn.core.internal.idempotency;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.IdempotencyRecords;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.ScanBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes expired records and parts, a bounded batch at a time. It deletes by token, so a row that
 * is renewed or taken meanwhile stays. Several processes may purge at once. Parts have their own
 * expiry, a little after their records.
 */
public final class RecordPurge implements IdempotencyRecords.Purge {
  private final EngineIdempotencyStore.Services services;
  private final Optional<Scope> scope;
  private final RecordTimes times;
  private boolean isAtParts;
  private Optional<ScanPosition> position = Optional.empty();
  private ScanBound bound = ScanBound.NONE;

  /**
   * @param scope the scope of the records; empty for the whole database
   */
  public RecordPurge(EngineIdempotencyStore.Services services, Optional<Scope> scope) {
    this.services = services;
    this.scope = scope;
    this.times = services.times();
  }

  @Override
  public synchronized Purged run(int atMost) {
    if (atMost < 1) {
      throw new IllegalArgumentException("a purge must examine at least 1 row, not " + atMost);
    }
    services.environment().clockCheck().checkNow(); // by a fast clock, all records have expired
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

  // A row that cannot be read may belong to a later release: it stays.
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

  /** The rows of one call. */
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
      if (position.isEmpty()) {
        bound = ScanBounds.now(services.environment(), services.maxClockSkew());
      }
      return services.backend().scanObjects(scope, Optional.of(type), bound, position, this::visit);
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
