package dev.cairn.core.internal.transfer;

import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes imported references visible: inserts them empty, then swaps in their heads. */
final class Publisher {
  private final Backend backend;
  private final Environment environment;
  private final MarkedImport marked;

  Publisher(Backend backend, Environment environment, MarkedImport marked) {
    this.backend = backend;
    this.environment = environment;
    this.marked = marked;
  }

  /** Publishes all references, that of the system scope last, when everything it names exists. */
  void publish(List<ReferenceRow> rows) {
    rows.stream()
        .sorted(Comparator.comparing(row -> row.key().scope().equals(Scope.SYSTEM)))
        .forEach(this::publish);
  }

  private void publish(ReferenceRow row) {
    if (!Backoff.BRIEF.until(environment, () -> tryPublish(row))) {
      throw new UnknownOutcomeException(
          "the reference %s may or may not be visible yet; repeat the import".formatted(row.key()));
    }
  }

  private boolean tryPublish(ReferenceRow row) {
    Optional<ReferenceRow> found = backend.readReference(row.key(), ReadMode.STRONG);
    // Checked after the token was read: a collection that began since then changes the token.
    marked.checkAge();
    if (found.isEmpty()) {
      return insertEmpty(row) instanceof CasResult.Applied && tryPublish(row);
    }
    return isDone(found.get(), row) || fill(found.get(), row) instanceof CasResult.Applied;
  }

  private CasResult<ReferenceRow> insertEmpty(ReferenceRow row) {
    return backend.insertReference(
        ReferenceRow.create(row.key(), environment.newToken(), row.createdAtMicros()));
  }

  private CasResult<ReferenceRow> fill(ReferenceRow found, ReferenceRow row) {
    if (!MarkedImport.isEmpty(found)) {
      throw marked.inTheWay(row.key());
    }
    // A fence may have raised the version of the empty reference; versions never decrease.
    long version = Math.max(row.version(), found.version() + 1);
    return backend.swapReference(
        found.token(),
        new ReferenceRow(
            row.key(),
            row.headId(),
            version,
            environment.newToken(),
            row.createdAtMicros(),
            row.earlierHeads(),
            row.deletedAtMicros()));
  }

  private boolean isDone(ReferenceRow found, ReferenceRow row) {
    if (MarkedImport.isEmpty(row)) {
      return MarkedImport.isEmpty(found);
    }
    boolean isSame =
        found.headId().equals(row.headId())
            && found.earlierHeads().equals(row.earlierHeads())
            && found.deletedAtMicros().equals(row.deletedAtMicros());
    // An earlier attempt made it visible, and it has been used since.
    boolean isLater =
        marked.wasPublishing() && !MarkedImport.isEmpty(found) && found.version() > row.version();
    return found.createdAtMicros() == row.createdAtMicros() && (isSame || isLater);
  }
}
