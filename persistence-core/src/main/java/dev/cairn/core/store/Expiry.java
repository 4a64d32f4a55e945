package dev.cairn.core.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.References;
import dev.cairn.core.head.RetainedHeads;
import java.util.Optional;

/** Tells states that are too old to be kept from damaged ones, when something is missing. */
final class Expiry {
  private final References references;
  private final RetainedHeads retained;

  Expiry(References references, RetainedHeads retained) {
    this.references = references;
    this.retained = retained;
  }

  RetainedHeads retained() {
    return retained;
  }

  /**
   * Whether collections may have taken what {@code head} needs: it is older than the oldest head
   * that they kept, or of an earlier life of the reference, or the reference is deleted.
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

  /** What to tell a reader of {@code head} who misses something. */
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
