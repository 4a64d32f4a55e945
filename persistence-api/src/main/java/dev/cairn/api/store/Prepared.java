package dev.cairn.api.store;

import dev.cairn.api.ObjectRef;

/**
 * A value that {@link Store#prepare} has encoded and given an ID. It is stored once a commit {@link
 * Workspace#put(Prepared) puts} it.
 *
 * @param <T> the class of the value
 */
public interface Prepared<T> {
  /** The object that the value becomes, for values and indexes that refer to it. */
  ObjectRef ref();

  /** The value. */
  T value();
}
