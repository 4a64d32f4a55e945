package dev.cairn.api.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.index.ValueSerializer;
import java.time.Instant;
import java.util.Optional;

/** An immutable state of a reference, readable by any number of threads while it is retained. */
public interface Snapshot extends View {
  /** The version at which this state became current; 0 if the reference has no head yet. */
  long version();

  /** The ID of this state's head; empty if the reference has no head yet. */
  Optional<HeadId> head();

  /** When this state became current; empty if the reference has no head yet. */
  Optional<Instant> time();

  /**
   * The differences between this state and {@code newer}, a state of a reference of the same scope,
   * in the index {@code name}. Shared parts are skipped.
   */
  <V> IndexDiff<V> diff(Snapshot newer, String name, ValueSerializer<V> serializer);

  /** One page of an index with object references as values. */
  default Listing<IndexEntry<ObjectRef>> page(String name, IndexRange range, PageRequest page) {
    return page(name, ValueSerializer.references(), range, page);
  }

  /**
   * One page of the entries of {@code range} in the index {@code name}, in the direction of the
   * range. Reads the pages of the index that hold these entries and, to see whether there are more,
   * the entry after them.
   *
   * @throws InvalidPageTokenException if the token is truncated or modified, or continues another
   *     listing: of another scope, reference, index, range, direction or level, or of another state
   *     than this one
   * @throws PageTokenExpiredException if it continues this listing, and this state is no longer
   *     retained
   */
  <V> Listing<IndexEntry<V>> page(
      String name, ValueSerializer<V> serializer, IndexRange range, PageRequest page);

  /** One page of one level of an index with object references as values. */
  default Listing<IndexEntry<Optional<ObjectRef>>> pageOfLevel(
      String name, IndexRange range, int level, PageRequest page) {
    return pageOfLevel(name, ValueSerializer.references(), range, level, page);
  }

  /**
   * One page of one level of a hierarchy. Of all keys in {@code range} that share their first
   * {@code level} elements, it lists only these elements, once. Keys with fewer elements are listed
   * unchanged. Descendants are skipped without being read, so that a page costs what it shows.
   *
   * <pre>{@code
   * // The namespaces directly below "sales"; the namespace itself is not in the range.
   * snapshot.pageOfLevel(
   *     "namespaces", IndexRange.prefix(Key.of("sales")).after(Key.of("sales")), 2, page);
   * }</pre>
   *
   * @param level the number of elements, at least 1
   * @return keys of {@code level} elements or fewer, each with its value; without a value if {@code
   *     range} has descendants of the key, but not the key itself
   * @throws InvalidPageTokenException as for {@link #page(String, ValueSerializer, IndexRange,
   *     PageRequest)}
   * @throws PageTokenExpiredException as for {@link #page(String, ValueSerializer, IndexRange,
   *     PageRequest)}
   */
  <V> Listing<IndexEntry<Optional<V>>> pageOfLevel(
      String name, ValueSerializer<V> serializer, IndexRange range, int level, PageRequest page);
}
