package dev.cairn.core.internal.head;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.objects.Loaded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cache of the application's objects of a scope, each decoded once while it is cached. */
public final class CachedObjects {
  private final ImmutableObjects objects;
  private final ObjectTypes types;
  private final Scope scope;
  private final ObjectCache cache;

  /**
   * A decoded object.
   *
   * @param references the objects it needs
   */
  record Remembered(Object value, List<ObjectRef> references, int bytes) {
    int weight() {
      return 64 + 2 * bytes + 64 * references.size();
    }
  }

  /** Reads from {@code objects} what {@code cache} does not have. */
  public CachedObjects(
      ImmutableObjects objects, ObjectTypes types, Scope scope, ObjectCache cache) {
    this.objects = objects;
    this.types = types;
    this.scope = scope;
    this.cache = cache;
  }

  /** The objects {@code refs}, in the same order, by one bulk read of those not cached. */
  public <T> List<Optional<Loaded<T>>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    ObjectType<T> type = types.forClass(valueClass);
    List<@Nullable Loaded<T>> found = new ArrayList<>(refs.size());
    List<Long> missing = new ArrayList<>();
    for (ObjectRef ref : refs) {
      check(type, ref);
      Loaded<T> known = remembered(valueClass, ref);
      found.add(known);
      if (known == null) {
        missing.add(ref.id());
      }
    }
    if (!missing.isEmpty()) {
      fill(type, missing, refs, found);
    }
    return found.stream().map(Optional::ofNullable).toList();
  }

  /**
   * The object {@code ref}.
   *
   * @throws ObjectNotFoundException if there is none
   */
  public <T> Loaded<T> get(Class<T> valueClass, ObjectRef ref) {
    check(types.forClass(valueClass), ref);
    Loaded<T> known = remembered(valueClass, ref);
    if (known != null) {
      return known;
    }
    return findAll(valueClass, List.of(ref))
        .get(0)
        .orElseThrow(
            () -> new ObjectNotFoundException("there is no object %s in %s".formatted(ref, scope)));
  }

  /** Caches an object that was just stored, so that it need not be read. */
  public void remember(ObjectRef ref, Loaded<?> stored) {
    cache.put(
        scope,
        ref.type(),
        ref.id(),
        new Remembered(stored.value(), stored.references(), stored.bytes()));
  }

  /** What the object {@code ref} refers to, if it is cached. */
  public Optional<List<ObjectRef>> references(ObjectRef ref) {
    return cache.get(scope, ref.type(), ref.id()) instanceof Remembered known
        ? Optional.of(known.references)
        : Optional.empty();
  }

  private static void check(ObjectType<?> type, ObjectRef ref) {
    if (!type.name().equals(ref.type())) {
      throw new IllegalArgumentException(
          "the object %s is not of type %s, which has values of %s"
              .formatted(ref, type.name(), type.valueClass()));
    }
  }

  private <T> @Nullable Loaded<T> remembered(Class<T> valueClass, ObjectRef ref) {
    Remembered known = (Remembered) cache.get(scope, ref.type(), ref.id());
    // Within one program a type always has the same class, but two class loaders may differ.
    return known != null && valueClass.isInstance(known.value)
        ? new Loaded<>(valueClass.cast(known.value), known.references, known.bytes)
        : null;
  }

  private <T> void fill(
      ObjectType<T> type,
      List<Long> missing,
      List<ObjectRef> refs,
      List<@Nullable Loaded<T>> found) {
    List<Optional<Loaded<T>>> loaded = objects.loadAll(type.valueClass(), missing);
    int next = 0;
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) == null) {
        Optional<Loaded<T>> one = loaded.get(next++);
        ObjectRef ref = refs.get(i);
        one.ifPresent(value -> remember(ref, value));
        found.set(i, one.orElse(null));
      }
    }
  }
}
