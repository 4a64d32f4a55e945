package dev.cairn.core.maintenance;

import dev.cairn.api.Scope;
import java.util.Set;

/**
 * Which scopes somebody knows.
 *
 * @param catalogs those of catalogs, whatever their state
 * @param purged those of catalogs that are purged, and those that were given up
 */
public record KnownScopes(Set<Scope> catalogs, Set<Scope> purged) {
  /** Copies the sets. */
  public KnownScopes {
    catalogs = Set.copyOf(catalogs);
    purged = Set.copyOf(purged);
  }

  boolean isPurged(Scope scope) {
    return purged.contains(scope);
  }

  boolean isKnown(Scope scope) {
    return scope.equals(Scope.SYSTEM) || catalogs.contains(scope) || purged.contains(scope);
  }
}
