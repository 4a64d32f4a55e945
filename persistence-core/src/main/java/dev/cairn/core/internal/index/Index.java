package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable ordered map from keys to values. Changing it gives another state; {@link
 * IndexSet#spill} prepares a state to be stored.
 *
 * <p>Keys are compared as unsigned bytes; {@link Key} makes them from names. Reads fetch only the
 * pages they need. Safe for use by many threads.
 */
public final class Index<V> implements IndexView<V> {
  private final Pages pages;
  private final ValueSerializer<V> serializer;
  private final Root root;

  // Set by the first read that needs it. A race sets it twice, to pages with the same content.
  private @Nullable Page top;

  Index(Pages pages, ValueSerializer<V> serializer, Root root) {
    this.pages = pages;
    this.serializer = serializer;
    this.root = root;
  }

  /** The index without keys. */
  public static <V> Index<V> empty(Pages pages, ValueSerializer<V> serializer) {
    return new Index<>(pages, serializer, Root.EMPTY);
  }

  /** The index whose root a head embeds. Costs a checksum, whatever the size of the index. */
  public static <V> Index<V> open(Bytes root, Pages pages, ValueSerializer<V> serializer) {
    return new Index<>(pages, serializer, Root.read(root));
  }

  /** The same state with another serializer of values. */
  public <W> Index<W> as(ValueSerializer<W> other) {
    return new Index<>(pages, other, root);
  }

  /** The same state, read through other pages. */
  public Index<V> through(Pages others) {
    return new Index<>(others, serializer, root);
  }

  /** Whether the root alone shows that there is no key. */
  public boolean isEmpty() {
    return root.isEmpty();
  }

  /**
   * Whether there is a key. Pages are read only where buffered changes may have removed all their
   * keys.
   */
  public boolean hasKeys() {
    return root.hasMoreEntriesThanChanges() || (!isEmpty() && first().isPresent());
  }

  /** The root of this state, for a head. Only a spilled state is certain to be within its bound. */
  public Bytes root() {
    return root.bytes();
  }

  /** The value of {@code key}. */
  @Override
  public Optional<V> get(Bytes key) {
    RawValue value = find(key.toByteArray());
    return value == null ? Optional.empty() : Optional.of(read(value));
  }

  /** Whether {@code key} has a value. */
  @Override
  public boolean contains(Bytes key) {
    return find(key.toByteArray()) != null;
  }

  /** The stored value of {@code key}, or null. */
  @Nullable RawValue find(byte[] key) {
    Block block = root.embedded();
    long floor = block.floor(key);
    long id = root.id();
    for (int level = root.height() - 1; level >= 0 && !Block.isExact(floor); level--) {
      Page page = level == root.height() - 1 ? top() : pages.page(id, level);
      if (level == 0) {
        block = page.block();
      } else {
        int child = page.child(key);
        block = page.buffer(child);
        id = page.childId(child);
      }
      floor = block.floor(key);
    }
    if (!Block.isExact(floor)) {
      return null;
    }
    RawValue value = block.value(Block.valueOffset(floor));
    return value.isTombstone() ? null : value;
  }

  private Page top() {
    Page known = top;
    if (known == null) {
      known = pages.page(root.id(), root.height() - 1);
      top = known;
    }
    return known;
  }

  /** The values of those of {@code keys} that have one, by at most one fetch for each level. */
  @Override
  public SortedMap<Bytes, V> getAll(Collection<Bytes> keys) {
    return new BulkReader(pages, root).getAll(keys, this::read);
  }

  /** Fetches the pages that {@link #get} needs for these keys, one fetch for each level. */
  public void prefetch(Collection<Bytes> keys) {
    new BulkReader(pages, root).getAll(keys, value -> value);
  }

  /** Fetches the pages that listing {@code range} needs, one fetch for each level. */
  public void prefetch(IndexRange range) {
    new BulkReader(pages, root).prefetch(range);
  }

  /** The keys of {@code range}, in its direction. */
  @Override
  public IndexCursor<V> list(IndexRange range) {
    boolean descending = range.isDescending();
    LeafWalk walk = new LeafWalk(pages, root, range, id -> false);
    return new EntryCursor<>(new MergeCursor(walk, descending, false), serializer, descending);
  }

  /**
   * How many keys are in {@code range}. Reads no values, and no pages for which no change is
   * buffered.
   */
  @Override
  public long count(IndexRange range) {
    return new RangeCounter(pages).count(root, range);
  }

  /** The differences in {@code newer}. Shared pages are not read. */
  public IndexDiff<V> diff(Index<V> newer) {
    return DiffCursor.between(this, newer, pages);
  }

  /** This index with {@code value} for {@code key}. */
  public Index<V> put(Bytes key, V value) {
    return apply(List.of(IndexChange.put(key, value)));
  }

  /** This index without {@code key}. */
  public Index<V> remove(Bytes key) {
    return apply(List.of(IndexChange.remove(key)));
  }

  /**
   * This index with {@code changes}, which are sorted by key and have each key once. The new state
   * holds all of them in memory until it is spilled.
   */
  public Index<V> apply(Collection<IndexChange<V>> changes) {
    List<BlockEntry> newer = new ArrayList<>(changes.size());
    Bytes before = null;
    for (IndexChange<V> change : changes) {
      if (before != null && before.compareTo(change.key()) >= 0) {
        throw new IllegalArgumentException(
            "changes must be sorted, each key once; " + change.key() + " follows " + before);
      }
      before = change.key();
      V value = change.value();
      RawValue raw = value == null ? RawValue.TOMBSTONE : write(serializer, value);
      newer.add(new BlockEntry(Key.checked(change.key()), raw));
    }
    List<BlockEntry> embedded = Runs.merge(newer, Runs.all(root.embedded()));
    if (root.height() == 0) {
      embedded = Runs.withoutTombstones(embedded);
    }
    return new Index<>(pages, serializer, root.withEmbedded(embedded));
  }

  static <V> RawValue write(ValueSerializer<V> serializer, V value) {
    ObjectRef reference = serializer.reference(value);
    Bytes payload = serializer.payload(value);
    if (payload.length() > ValueSerializer.MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "an index value may have at most %d bytes, not %d; store it as an object"
              .formatted(ValueSerializer.MAX_PAYLOAD_BYTES, payload.length()));
    }
    return new RawValue(reference, payload);
  }

  V read(RawValue value) {
    return serializer.read(value.reference(), value.payload());
  }

  Root rawRoot() {
    return root;
  }
}
