package dev.cairn.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A registered kind of object: its Java class and how its values are stored.
 *
 * <p>Adding a type, or a property to a type, needs no change of the database schema. Jackson writes
 * values as Smile: nulls, empty {@code Optional}s and zeroes are omitted from records, and unknown
 * properties are ignored on read. A type may therefore gain properties at any time; they are null,
 * empty or zero in older values. A property name must never change its meaning.
 *
 * @param <T> the class of the values
 * @see ObjectTypeProvider
 */
public interface ObjectType<T> {
  /**
   * The name in every row key: short, permanent, at most {@value ObjectKey#MAX_TYPE_BYTES} bytes.
   * Names that begin with {@code cairn.} belong to the engine.
   */
  String name();

  /** The class that Jackson reads and writes. */
  Class<T> valueClass();

  /** Whether objects of this type change by compare-and-swap; otherwise they are written once. */
  default boolean updateable() {
    return false;
  }

  /**
   * The objects of the same scope that {@code value} needs. They are stored with the value, so that
   * garbage collection keeps them without knowing this type. Only immutable types may have any.
   */
  default Collection<ObjectRef> references(T value) {
    return List.of();
  }

  /**
   * How long a cached {@code value} may answer reads that allow it; zero disables caching. Applies
   * to updateable types only: immutable objects are cached without a time limit.
   */
  default Duration cacheFor(T value) {
    return Duration.ZERO;
  }

  /** How long the absence of an object may be cached; zero disables it. */
  default Duration cacheMissingFor() {
    return Duration.ZERO;
  }

  /**
   * Whether exports include objects of this type. Applies to updateable types only: immutable
   * objects are exported with what refers to them. Each updateable object is exported in the state
   * in which it is read: together they are not the state of one moment.
   */
  default boolean exported() {
    return false;
  }
}
