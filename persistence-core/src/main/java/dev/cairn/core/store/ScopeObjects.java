package dev.cairn.core.store;

import dev.cairn.core.head.CachedObjects;
import dev.cairn.core.objects.ImmutableObjects;
import java.util.function.LongSupplier;

/**
 * The objects of a scope, as commits need them.
 *
 * @param stored to write them
 * @param cached to read them
 * @param ids for new ones
 */
record ScopeObjects(ImmutableObjects stored, CachedObjects cached, LongSupplier ids) {
  long nextId() {
    return ids.getAsLong();
  }
}
