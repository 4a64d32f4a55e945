package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.Prepared;
import dev.cairn.core.internal.objects.EncodedObject;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.function.LongSupplier;

/**
 * A value that was encoded outside a commit.
 *
 * @param object its stored form
 * @param ids the generator of its IDs: another connection could give these IDs to other objects
 */
record PreparedValue<T>(T value, EncodedObject object, LongSupplier ids) implements Prepared<T> {
  static <T> PreparedValue<T> of(T value, ScopeObjects objects) {
    return new PreparedValue<>(value, objects.stored().encodeNew(value), objects.ids());
  }

  @Override
  public ObjectRef ref() {
    return object.ref();
  }

  /** The object, for a commit that uses {@code objects}. */
  EncodedObject in(ScopeObjects objects) {
    ImmutableObjects stored = objects.stored();
    if (ids != objects.ids() || !stored.scope().equals(object.rows().get(0).key().scope())) {
      throw new IllegalArgumentException(
          "the value of %s was prepared by a store of another scope or connection; prepare it with a store of %s"
              .formatted(ref(), stored.scope()));
    }
    return object;
  }

  @Override
  public String toString() {
    return "prepared " + ref();
  }
}
