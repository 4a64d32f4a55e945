package dev.cairn.core.head;

import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.core.index.Index;
import dev.cairn.core.index.IndexSet;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A head with its indexes ready to be read. Many threads may share it. */
public final class OpenHead {
  // Objects, the maps, and the list of heads read from its bytes.
  private static final int OVERHEAD = 2048;

  private final HeadVersion id;
  private final Head head;
  private final EarlierHeads earlier;
  private final IndexSet indexes;
  private final int bytes;
  private final Map<String, Index<StoredValue>> opened = new ConcurrentHashMap<>();

  /**
   * @param bytes how many bytes the head has as it is stored
   */
  OpenHead(long id, Head head, EarlierHeads earlier, IndexSet indexes, int bytes) {
    this.id = new HeadVersion(head.version(), id);
    this.head = head;
    this.earlier = earlier;
    this.indexes = indexes;
    this.bytes = bytes;
  }

  /** The ID of the head object. */
  public long id() {
    return id.headId();
  }

  /** Its ID, and the version at which it became current. */
  public HeadVersion version() {
    return id;
  }

  /** What is stored. */
  public Head head() {
    return head;
  }

  /** The thinned line of heads before this one. */
  public EarlierHeads earlier() {
    return earlier;
  }

  /** The line of heads that the head after this one has before it. */
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

  /** The index called {@code name}, whose root is read once however often it is asked for. */
  public <V> Index<V> index(String name, ValueSerializer<V> serializer) {
    return opened
        .computeIfAbsent(name, unread -> indexes.index(name, StoredValue.SERIALIZER))
        .as(serializer);
  }

  /**
   * The head before this one, which may be of an earlier life of the reference; null if this is the
   * first of all.
   */
  public @Nullable HeadVersion parent() {
    return earlier.heads().isEmpty() ? null : earlier.heads().get(0);
  }

  int weight() {
    return OVERHEAD + 2 * bytes;
  }
}
