package dev.cairn.core.internal.head;

import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A head with its indexes ready for reading. Safe for use by many threads. */
public final class OpenHead {
  // Objects, the maps, and the list of heads read from its bytes.
  private static final int OVERHEAD = 2048;

  private final HeadVersion id;
  private final Head head;
  private final EarlierHeads earlier;
  private final IndexSet indexes;
  private final int bytes;
  private final long newestOwn;
  private final Map<String, Index<StoredValue>> opened = new ConcurrentHashMap<>();

  /**
   * @param bytes the size of the stored head
   * @param newestOwn the newest ID of its own rows
   */
  OpenHead(long id, Head head, EarlierHeads earlier, IndexSet indexes, int bytes, long newestOwn) {
    this.id = new HeadVersion(head.version(), id);
    this.head = head;
    this.earlier = earlier;
    this.indexes = indexes;
    this.bytes = bytes;
    this.newestOwn = newestOwn;
  }

  /** The ID of the head object. */
  public long id() {
    return id.headId();
  }

  /** Its ID, and the version at which it became current. */
  public HeadVersion version() {
    return id;
  }

  /** The stored head. */
  public Head head() {
    return head;
  }

  /** The thinned line of heads before this one. */
  public EarlierHeads earlier() {
    return earlier;
  }

  /** The newest ID that this or an earlier head needs; empty if not known. */
  public OptionalLong newestId() {
    OptionalLong known = head.newestId();
    return known.isPresent()
        ? OptionalLong.of(Math.max(known.getAsLong(), newestOwn))
        : OptionalLong.empty();
  }

  /** The line of heads for the head after this one. */
  public EarlierHeads earlierOfNext() {
    return earlier.plus(id);
  }

  /** All indexes. */
  public IndexSet indexes() {
    return indexes;
  }

  /** The names of the application's indexes. */
  public SortedSet<String> applicationIndexes() {
    SortedSet<String> names = new TreeSet<>(indexes.roots().keySet());
    names.removeIf(Head::isOfTheEngine);
    return names;
  }

  /** The index called {@code name}; its root is opened once. */
  public <V> Index<V> index(String name, ValueSerializer<V> serializer) {
    if (!indexes.roots().containsKey(name)) {
      return indexes.index(name, serializer); // names may come from untrusted input: none is kept
    }
    return opened
        .computeIfAbsent(name, unread -> indexes.index(name, StoredValue.SERIALIZER))
        .as(serializer);
  }

  /** How many indexes are open. */
  public int openedIndexes() {
    return opened.size();
  }

  /** How many indexes of the application there are. */
  public int applicationIndexCount() {
    return indexes.roots().size() - Head.ofTheEngine(indexes.roots()).size();
  }

  /**
   * The head before this one, which may belong to an earlier life of the reference; null if this is
   * the first of all.
   */
  public @Nullable HeadVersion parent() {
    return earlier.heads().isEmpty() ? null : earlier.heads().get(0);
  }

  int weight() {
    return OVERHEAD + 2 * bytes;
  }
}
