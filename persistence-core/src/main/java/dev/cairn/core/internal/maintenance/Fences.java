package dev.cairn.core.internal.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import java.util.Optional;

/**
 * Fences references, so that every commit prepared before a collection began fails. Its objects may
 * be older than the cutoff and nothing refers to them yet, so they would be swept before its swap.
 * The commit runs again, with new objects.
 */
final class Fences {
  private final Backend backend;
  private final Environment environment;

  Fences(Backend backend, Environment environment) {
    this.backend = backend;
    this.environment = environment;
  }

  /**
   * Makes sure that a reference has another token than the one in {@code seen}. A change by another
   * writer serves as well, so constant commits cannot keep this from ending.
   *
   * @return the row with the other token; empty if it no longer exists
   * @throws BackendUnavailableException if the database could not be reached
   */
  Optional<ReferenceRow> fence(ReferenceRow seen) {
    for (int tryNumber = 1; ; tryNumber++) {
      ReferenceRow fenced = seen.fence(environment.newToken());
      if (backend.swapReference(seen.token(), fenced) instanceof CasResult.Applied) {
        return Optional.of(fenced);
      }
      Optional<ReferenceRow> found = read(seen.key());
      if (found.isEmpty() || !found.get().token().equals(seen.token())) {
        return found;
      }
      if (tryNumber == Backoff.BRIEF.tries()) {
        throw new BackendUnavailableException(
            "the reference %s could not be fenced in %d tries; nothing was deleted, collect again later"
                .formatted(seen.key(), tryNumber));
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
  }

  private Optional<ReferenceRow> read(ReferenceKey key) {
    return backend.readReference(key, ReadMode.STRONG);
  }
}
