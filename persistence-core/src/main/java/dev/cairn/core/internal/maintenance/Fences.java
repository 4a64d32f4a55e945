package dev.cairn.core.internal.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Optional;

/**
 * Fences references, so that every commit prepared before a collection began fails. Its objects may
 * be older than the cutoff and nothing refers to them yet, so they would be swept before its swap.
 * The commit runs again, with new objects.
 */
final class Fences {
  // As many as there can be processes; each joins once and then waits.
  private static final int MOST_JOINS = 1_024;

  private final Backend backend;
  private final Environment environment;

  Fences(Backend backend, Environment environment) {
    this.backend = backend;
    this.environment = environment;
  }

  /**
   * Makes sure that a reference has another version than the one in {@code seen}. A change by
   * another writer serves as well, so constant commits cannot keep this from ending. A change of
   * the turns alone does not serve: a commit prepared before it may swap again after it.
   *
   * @return the row with the other version; empty if it no longer exists
   * @throws BackendUnavailableException if the database could not be reached
   */
  Optional<ReferenceRow> fence(ReferenceRow seen) {
    ReferenceRow row = seen;
    int failed = 0;
    int joined = 0;
    while (true) {
      ReferenceRow fenced = row.fence(environment.newToken());
      if (backend.swapReference(row.token(), fenced) instanceof CasResult.Applied) {
        return Optional.of(fenced);
      }
      Optional<ReferenceRow> found = read(seen.key());
      if (found.isEmpty() || !References.isSameState(found.get(), seen)) {
        return found;
      }
      boolean isJoined = !found.get().token().equals(row.token());
      row = found.get();
      if (isJoined && ++joined < MOST_JOINS) {
        continue; // a process joined or left the turns: the next try is not contended
      }
      if (++failed == Backoff.BRIEF.tries()) {
        throw new BackendUnavailableException(
            "the reference %s could not be fenced in %d tries; nothing was deleted, collect again later"
                .formatted(seen.key(), failed));
      }
      Backoff.BRIEF.await(failed, environment);
    }
  }

  private Optional<ReferenceRow> read(ReferenceKey key) {
    return backend.readReference(key, ReadMode.STRONG);
  }
}
