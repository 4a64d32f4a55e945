package dev.cairn.api.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;

/**
 * The state that a {@link Change} finds, and what it makes of it. Reads see the change's own edits.
 * Usable only while the change runs, by the thread that runs it; later, and to other threads, all
 * methods throw {@link IllegalStateException}.
 *
 * <p>An index may refer to an object that was {@linkplain #put put} here, that was reached through
 * this workspace (as a value of an index, or as a reference of an object reached this way), or that
 * is younger than half the collection grace and itself refers only to such objects. Any other
 * reference is refused: its object could be collected before the commit is applied.
 */
public interface Workspace extends View {
  /**
   * The maximum number of non-empty indexes of a reference. Every head lists all of them; with this
   * number and names of maximum length, a head still fits into one row. A change that exceeds it is
   * refused. A reference with more indexes, from a release without this limit, can be read and
   * committed to, but gets no further index.
   */
  int MAX_INDEXES = 1_000;

  @Override
  default WorkingIndex<ObjectRef> index(String name) {
    return index(name, ValueSerializer.references());
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the name is empty, malformed, longer than 128 bytes in
   *     UTF-8, or reserved for the engine
   */
  @Override
  <V> WorkingIndex<V> index(String name, ValueSerializer<V> serializer);

  /**
   * Writes {@code value} as a new object of the type registered for its class. It is stored with
   * the commit, and something in the commit has to refer to it. The instance is cached and returned
   * to readers, and a large value is encoded by the thread that waits for the commit, after the
   * change has returned. So the value must never be modified. If it cannot be stored, the change
   * runs again, and this method throws then.
   *
   * @throws IllegalArgumentException if it cannot be serialized, or refers to an object that this
   *     commit must not refer to
   * @throws dev.cairn.api.ValueTooLargeException if it is too large
   */
  ObjectRef put(Object value);

  /**
   * Stores a value that was {@linkplain Store#prepare prepared} by a store of the same scope and
   * connection, without encoding it again. Put what it refers to first. A change that runs again
   * puts the same object again; several commits may put it, too.
   *
   * @throws IllegalArgumentException if it was prepared more than half the collection grace ago, or
   *     elsewhere, or refers to an object that this commit must not refer to
   */
  ObjectRef put(Prepared<?> prepared);

  /**
   * Writes {@code value} as an object of another type with the same ID as {@code of}: what is
   * derived from an object can be found by its ID, {@code new ObjectRef("statistics", of.id())}.
   * Something has to refer to the derived object, as to any other; neither of the two keeps the
   * other one.
   *
   * <p>A derived value depends on its object alone. All commits that derive a value of one type
   * from one object store the same; a different one is refused.
   *
   * @param of an object that this change has put, or that exists and is younger than half the
   *     collection grace ({@code cairn.gc.grace})
   * @throws IllegalArgumentException if {@code of} is older, missing or of the same type, or has a
   *     derived object with another value
   * @throws dev.cairn.api.ValueTooLargeException if the value is too large; where this change has
   *     not put {@code of} as a new object, it has to fit into one row
   */
  ObjectRef put(Object value, ObjectRef of);

  /**
   * An earlier state of this reference, to bring parts of it back: indexes may refer to objects
   * that were reached through it, too. Unlike a reset, it does not check that they exist: {@link
   * Store#checkReset} does, for the whole state. Usable as long as this workspace is.
   *
   * <pre>{@code
   * store.commit("main", workspace -> {
   *   View before = workspace.earlier(head);
   *   ObjectRef orders = before.index("tables").get(Key.of("orders")).orElseThrow();
   *   workspace.index("tables").put(Key.of("orders"), orders);
   *   return orders;
   * });
   * }</pre>
   *
   * @throws HeadNotFoundException as for {@link Store#resetReference(String, HeadId, String)};
   *     leave it to the caller of the commit
   */
  View earlier(HeadId head);

  /** Sets the log message of this commit, at most {@value LogEntry#MAX_TEXT_BYTES} bytes. */
  void message(String message);

  /** Sets a log attribute; all together at most {@value LogEntry#MAX_TEXT_BYTES} bytes. */
  void attribute(String name, String value);
}
