package dev.cairn.core.internal.store;

import dev.cairn.core.internal.head.CachedObjects;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.function.LongSupplier;

/**
 * Access of commits to the objects of a scope.
 *
 * @param stored writes them
 * @param cached reads them
 * @param ids draws IDs of new ones
 */
record ScopeObjects(ImmutableObjects stored, CachedObjects cached, LongSupplier ids) {
  long nextId() {
    return ids.getAsLong();
  }
}
