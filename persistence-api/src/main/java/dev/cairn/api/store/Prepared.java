package dev.cairn.api.store;

import dev.cairn.api.ObjectRef;

/**
 * A value that {@link Store#prepare} has encoded and given an ID. It is stored once a commit {@link
 * Workspace#put(Prepared) puts} it.
 *
 * <pre>{@code
 * Prepared<Snapshot> snapshot = store.prepare(new Snapshot("s3://bucket/orders/1.avro"));
 * Prepared<Table> table = store.prepare(new Table("orders", snapshot.ref()));
 * store.commit("main", workspace -> {
 *   workspace.put(snapshot);
 *   workspace.index("tables").put(Key.of("orders"), workspace.put(table));
 *   return table.ref();
 * });
 * }</pre>
 *
 * @param <T> the class of the value
 */
public interface Prepared<T> {
  /** The object that the value becomes, for values and indexes that refer to it. */
  ObjectRef ref();

  /** The value. */
  T value();
}
