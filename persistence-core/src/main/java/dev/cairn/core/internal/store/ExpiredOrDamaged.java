package dev.cairn.core.internal.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.head.RetainedHeads;
import java.util.Optional;

/** Distinguishes expired states from damaged ones when an object is missing. */
final class ExpiredOrDamaged {
  private final References references;
  private final RetainedHeads retained;

  ExpiredOrDamaged(References references, RetainedHeads retained) {
    this.references = references;
    this.retained = retained;
  }

  RetainedHeads retained() {
    return retained;
  }

  /**
   * Whether collections may have deleted what {@code head} needs: it is older than the oldest head
   * that they keep, or belongs to an earlier life of the reference, or the reference is deleted.
   */
  boolean isExpired(String reference, OpenHead head) {
    Optional<ReferenceRow> row = references.read(reference);
    if (row.isEmpty()
        || row.get().isTombstone()
        || row.get().createdAtMicros() != head.head().life()) {
      return true;
    }
    boolean isCurrent =
        row.get().headId().isPresent() && row.get().headId().getAsLong() == head.id();
    return !isCurrent
        && retained
            .find(row.get().key())
            .filter(oldest -> oldest.isExpired(row.get(), head.head().version()))
            .isPresent();
  }

  /** The exception for a reader of {@code head} when {@code what} is missing. */
  CairnException explain(String reference, OpenHead head, String what) {
    return isExpired(reference, head)
        ? new HeadNotFoundException(
            "the head %016x of reference '%s' has expired: %s is collected; read a newer state"
                .formatted(head.id(), reference, what))
        : new DamagedDataException(
            "the head %016x of reference '%s' is damaged: %s is missing; run the check to see what is affected"
                .formatted(head.id(), reference, what));
  }
}
