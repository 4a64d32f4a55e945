package dev.cairn.core.transfer;

import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes imported references visible: inserted empty, then swapped to what they have. */
final class Publisher {
  private final Backend backend;
  private final Environment environment;
  private final MarkedImport marked;

  Publisher(Backend backend, Environment environment, MarkedImport marked) {
    this.backend = backend;
    this.environment = environment;
    this.marked = marked;
  }

  /** All of them, that of the system last: what it names is there by then. */
  void publish(List<ReferenceRow> rows) {
    rows.stream()
        .sorted(Comparator.comparing(row -> row.key().scope().equals(Scope.SYSTEM)))
        .forEach(this::publish);
  }

  private void publish(ReferenceRow row) {
    for (int tryNumber = 1; tryNumber <= Backoff.BRIEF.tries(); tryNumber++) {
      Optional<ReferenceRow> found = backend.readReference(row.key(), ReadMode.STRONG);
      // After the token was read: a collection that began since then changes it.
      marked.checkAge();
      if (found.isPresent() && isDone(found.get(), row)) {
        return;
      }
      CasResult<ReferenceRow> result = found.isEmpty() ? insertEmpty(row) : fill(found.get(), row);
      if (!(result instanceof CasResult.Applied)) {
        Backoff.BRIEF.await(tryNumber, environment);
      } else if (found.isPresent()) {
        return;
      }
    }
    throw new UnknownOutcomeException(
        "the reference %s may or may not be visible yet; repeat the import".formatted(row.key()));
  }

  private CasResult<ReferenceRow> insertEmpty(ReferenceRow row) {
    return backend.insertReference(
        ReferenceRow.create(row.key(), environment.newToken(), row.createdAtMicros()));
  }

  private CasResult<ReferenceRow> fill(ReferenceRow found, ReferenceRow row) {
    if (!MarkedImport.isEmpty(found)) {
      throw marked.inTheWay(row.key());
    }
    // A fence may have raised the version of the empty one; it never goes down.
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
    // An earlier attempt made it visible, and it is in use.
    boolean isLater =
        marked.wasPublishing() && !MarkedImport.isEmpty(found) && found.version() > row.version();
    return found.createdAtMicros() == row.createdAtMicros() && (isSame || isLater);
  }
}
