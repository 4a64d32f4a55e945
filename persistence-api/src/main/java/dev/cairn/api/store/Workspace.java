package dev.cairn.api.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;

/**
 * The state that a {@link Change} finds, and what it makes of it. Reads see the change's own edits.
 * Usable only while the change runs, by the thread that runs it.
 *
 * <p>An index may refer to an object that was {@linkplain #put put} here, that was reached through
 * this workspace (as a value of an index, or as a reference of an object reached so), or that is
 * younger than half the grace of garbage collection, as long as that itself refers only to such
 * objects. Any other may be gone before the commit is done, and is refused.
 */
public interface Workspace extends View {
  @Override
  default WorkingIndex<ObjectRef> index(String name) {
    return index(name, ValueSerializer.references());
  }

  @Override
  <V> WorkingIndex<V> index(String name, ValueSerializer<V> serializer);

  /**
   * Writes {@code value} as a new object, of the type registered for its class. It is stored with
   * the commit, so something the commit keeps has to refer to it. It is remembered and given to
   * readers as it is, so it must never be changed.
   *
   * @throws IllegalArgumentException if it cannot be serialized, or refers to an object that this
   *     commit may not refer to
   * @throws dev.cairn.api.ValueTooLargeException if it is too large
   */
  ObjectRef put(Object value);

  /** What the log shall say of this commit; at most {@value LogEntry#MAX_TEXT_BYTES} bytes. */
  void message(String message);

  /** Something the log shall know of this commit, under a name; all together as bounded. */
  void attribute(String name, String value);
}
