package dev.cairn.core.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import java.util.Optional;

/**
 * Makes every commit that was prepared before a collection began fail: its objects may be older
 * than the cutoff and nothing refers to them yet, so they would be swept while it is still on its
 * way to its swap. It begins again, with new objects.
 */
final class Fences {
  private final Backend backend;
  private final Environment environment;

  Fences(Backend backend, Environment environment) {
    this.backend = backend;
    this.environment = environment;
  }

  /**
   * Gives a reference another token than the one in {@code seen}. If somebody else does, that is as
   * good: so nobody who commits all the time can keep this from coming to its end.
   *
   * @return the row with the other token; nothing if it is gone
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
            "the reference %s could not be fenced in %d tries; nothing was deleted"
                .formatted(seen.key(), tryNumber));
      }
      Backoff.BRIEF.await(tryNumber, environment);
    }
  }

  private Optional<ReferenceRow> read(ReferenceKey key) {
    return backend.readReference(key, ReadMode.STRONG);
  }
}
