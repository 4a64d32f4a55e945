package dev.cairn.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A registered kind of object: what its values are in Java and in the store.
 *
 * <p>Adding a type, or a property to a type, is a matter of code alone; no database learns of it.
 * Values are written as Smile by Jackson: nulls, empty {@code Optional}s and zeroes are left out of
 * records, properties a reader does not know are ignored. So a type may gain properties at any
 * time, which are null, empty or zero in values from before, and must never give a used name
 * another meaning.
 *
 * @param <T> the class of the values
 * @see ObjectTypeProvider
 */
public interface ObjectType<T> {
  /**
   * The name in every row key: short and never changed, at most {@value ObjectKey#MAX_TYPE_BYTES}
   * bytes. Names that begin with {@code cairn.} belong to the engine.
   */
  String name();

  /** The class that Jackson reads and writes. */
  Class<T> valueClass();

  /** Whether objects of this type change, by compare-and-swap, instead of being written once. */
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
   * How long a read that allows it may be answered with {@code value} from memory; zero is never.
   * Asked of updateable types only: immutable objects may be kept for ever.
   */
  default Duration cacheFor(T value) {
    return Duration.ZERO;
  }

  /** The same for the answer that there is no such object. */
  default Duration cacheMissingFor() {
    return Duration.ZERO;
  }
}
