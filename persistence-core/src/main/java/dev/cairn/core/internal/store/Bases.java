package dev.cairn.core.internal.store;

import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.ObjectCache;
import java.util.Optional;

/** Finds the starting points of attempts on one reference. */
final class Bases {
  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;

  Bases(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
  }

  /** The row that this process remembers, or else the current one. */
  Base first() {
    Optional<ObjectCache.Seen> seen = services.seen().find(reference);
    return seen.isPresent() ? new Base(seen.get().row(), 0, seen.get().seenMicros()) : read();
  }

  /** The current row. */
  Base read() {
    long submitted = queue.submitted();
    long now = services.environment().nowMicros();
    return of(services.references().read(reference), submitted, now);
  }

  /** A row that was current after {@code shownFor} was submitted, and at {@code seenMicros}. */
  Base of(Optional<ReferenceRow> row, long shownFor, long seenMicros) {
    Optional<ReferenceRow> alive = row.filter(found -> !found.isTombstone());
    if (alive.isEmpty()) {
      services.seen().forget(reference);
    }
    return new Base(alive.orElse(null), shownFor, seenMicros);
  }

  /** The row that a swap begun at {@code seenMicros} met; reads it unless the conflict tells. */
  Base met(CasResult<ReferenceRow> result, long shownFor, long seenMicros) {
    return result instanceof CasResult.Conflict<ReferenceRow> conflict && conflict.reported()
        ? of(conflict.row(), shownFor, seenMicros)
        : read();
  }
}
