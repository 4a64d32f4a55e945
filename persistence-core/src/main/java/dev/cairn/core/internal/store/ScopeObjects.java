package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.head.CachedObjects;
import dev.cairn.core.internal.objects.EncodedObject;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.Collection;
import java.util.List;
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

  /** Writes and caches {@code values} as new objects. */
  List<ObjectRef> putAll(Collection<?> values) {
    List<EncodedObject> encoded = values.stream().<EncodedObject>map(stored::encodeNew).toList();
    stored.writeAll(encoded);
    encoded.forEach(each -> cached.remember(each.ref(), each.loaded()));
    return encoded.stream().map(EncodedObject::ref).toList();
  }
}
