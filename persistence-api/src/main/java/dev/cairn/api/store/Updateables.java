package dev.cairn.api.store;

import java.util.Optional;

/**
 * Objects of a scope that change in place, each by compare-and-swap on its token: counters, leases,
 * cursors. Their types declare {@link dev.cairn.api.ObjectType#updateable}.
 *
 * <pre>{@code
 * Updateables quotas = store.updateables();
 * quotas.insert("acme", new Quota(100));
 * Updateable<Quota> quota = quotas.find(Quota.class, "acme").orElseThrow();
 * Updateables.Result<Quota> result = quotas.swap(quota, new Quota(quota.value().left() - 1));
 * if (result instanceof Updateables.Result.Conflict<Quota> conflict) {
 *   … // another process was first: conflict.found()
 * }
 * }</pre>
 *
 * <p>They are independent of references: a commit does not include them, they are in no snapshot,
 * and they refer to no objects. A value fits into one row. They stay until they are deleted, or
 * until their catalog is purged; exports include types that {@linkplain
 * dev.cairn.api.ObjectType#exported opt in}.
 *
 * <p>A change whose reply was lost is settled before the method returns; the result is {@link
 * Result.Unknown} only where the tokens in the row prove nothing. If a change throws, it was not
 * applied. A {@link Change} must not change updateable objects: it may run more than once.
 */
public interface Updateables {
  /** The maximum length of a name, in bytes of UTF-8. */
  int MAX_NAME_BYTES = 1024;

  /** The current object, not older than the start of this call. */
  <T> Optional<Updateable<T>> find(Class<T> valueClass, String name);

  /**
   * The object as it was at most {@link dev.cairn.api.ObjectType#cacheFor} ago, or absent if it was
   * at most {@link dev.cairn.api.ObjectType#cacheMissingFor} ago. A change by this process is
   * visible as soon as its call returns.
   */
  <T> Optional<Updateable<T>> findRecent(Class<T> valueClass, String name);

  /**
   * Inserts an object; a conflict if there is one. If the reply is lost and the object is not
   * found, the result is unknown: the insert may still be applied.
   *
   * @throws IllegalArgumentException if the name or the type is not permitted
   * @throws dev.cairn.api.ValueTooLargeException if the value does not fit into a row
   */
  <T> Result<T> insert(String name, T value);

  /**
   * Replaces the value of an object that is still as in {@code expected}.
   *
   * @throws IllegalArgumentException if the value is of another type
   * @throws dev.cairn.api.ValueTooLargeException if the value does not fit into a row
   */
  <T> Result<T> swap(Updateable<T> expected, T value);

  /** Deletes an object that is still as in {@code expected}. */
  <T> Result<T> delete(Updateable<T> expected);

  /**
   * The outcome of a change of an updateable object.
   *
   * @param <T> the class of its values
   */
  sealed interface Result<T> {
    /**
     * The change was applied, once. Others may have changed the object since.
     *
     * <p>A deletion means less: that version is gone for good. If the reply was lost, another
     * writer may have deleted it.
     *
     * @param written what was written; for a deletion, what was deleted
     */
    record Applied<T>(Updateable<T> written) implements Result<T> {}

    /**
     * The change was not applied and never will be: the object is not as expected, or an insert
     * found one.
     *
     * @param found the current object; empty if there is none
     */
    record Conflict<T>(Optional<Updateable<T>> found) implements Result<T> {}

    /**
     * The change may or may not have been applied, or may still be. Before a caller repeats it, it
     * has to recognize its own change in the object, for example by an owner in the value.
     *
     * @param attempted what was to be written
     * @param found the object as it was last read, if that was possible
     * @param cause what went wrong first
     */
    record Unknown<T>(Updateable<T> attempted, Optional<Updateable<T>> found, Throwable cause)
        implements Result<T> {}
  }
}
