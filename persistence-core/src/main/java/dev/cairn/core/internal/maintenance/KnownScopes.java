package dev.cairn.core.internal.maintenance;

import dev.cairn.api.Scope;
import java.util.Set;

/**
 * Scopes that a collection knows.
 *
 * @param catalogs the scopes of catalogs, in any state
 * @param purged the scopes of purged catalogs, and unknown scopes that an operator purged
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
