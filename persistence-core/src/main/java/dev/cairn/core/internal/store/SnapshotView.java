package dev.cairn.core.internal.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.internal.head.CachedObjects;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.Pages;
import dev.cairn.core.internal.objects.Loaded;
import dev.cairn.core.internal.runtime.Micros;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A snapshot that reads one head. */
final class SnapshotView implements Snapshot {
  private final Scope scope;
  private final String reference;
  private final @Nullable OpenHead head;
  private final Heads heads;
  private final CachedObjects objects;
  private final ExpiredOrDamaged expiry;
  private final Pages pages;

  /**
   * @param head the head; null if the reference has none yet
   * @param expiry explains why something is missing
   */
  SnapshotView(
      Scope scope,
      String reference,
      @Nullable OpenHead head,
      Heads heads,
      CachedObjects objects,
      ExpiredOrDamaged expiry) {
    this.scope = scope;
    this.reference = reference;
    this.head = head;
    this.heads = heads;
    this.objects = objects;
    this.expiry = expiry;
    this.pages = heads.pagesExplaining(id -> missing("its index page %016x".formatted(id)));
  }

  private CairnException missing(String what) {
    return expiry.explain(reference, Objects.requireNonNull(head), what);
  }

  @Override
  public String reference() {
    return reference;
  }

  @Override
  public long version() {
    return head == null ? 0 : head.head().version();
  }

  @Override
  public Optional<HeadId> head() {
    return head == null
        ? Optional.empty()
        : Optional.of(new HeadId(head.head().version(), head.id()));
  }

  @Override
  public Optional<Instant> time() {
    return head == null ? Optional.empty() : Optional.of(Micros.toInstant(head.head().time()));
  }

  @Override
  public SortedSet<String> indexNames() {
    if (head == null) {
      return Collections.emptySortedSet();
    }
    SortedSet<String> names = head.applicationIndexes();
    names.removeIf(name -> !open(name, StoredValue.SERIALIZER).hasKeys());
    return names;
  }

  @Override
  public <V> IndexView<V> index(String name, ValueSerializer<V> serializer) {
    return open(name, serializer);
  }

  private <V> Index<V> open(String name, ValueSerializer<V> serializer) {
    return head == null
        ? heads.noIndexes().index(name, serializer)
        : head.index(name, serializer).through(pages);
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    List<Optional<T>> found =
        objects.findAll(valueClass, refs).stream().map(each -> each.map(Loaded::value)).toList();
    int missing = found.indexOf(Optional.empty());
    if (missing >= 0 && head != null && expiry.isExpired(reference, head)) {
      throw missing("its object " + refs.get(missing));
    }
    return found;
  }

  @Override
  public <T> T get(Class<T> valueClass, ObjectRef ref) {
    try {
      return objects.get(valueClass, ref).value();
    } catch (ObjectNotFoundException | DamagedDataException e) { // the latter for lost chunks
      throw head == null || !expiry.isExpired(reference, head) ? e : missing("its object " + ref);
    }
  }

  @Override
  public <V> IndexDiff<V> diff(Snapshot newer, String name, ValueSerializer<V> serializer) {
    if (!(newer instanceof SnapshotView other) || other.heads != heads) {
      throw new IllegalArgumentException("only snapshots of the same store can be compared");
    }
    return open(name, serializer).diff(other.open(name, serializer));
  }

  @Override
  public <V> Listing<IndexEntry<V>> page(
      String name, ValueSerializer<V> serializer, IndexRange range, PageRequest page) {
    return pageReader(name, range, 0, page).entries(open(name, serializer));
  }

  @Override
  public <V> Listing<IndexEntry<Optional<V>>> pageOfLevel(
      String name, ValueSerializer<V> serializer, IndexRange range, int level, PageRequest page) {
    if (level < 1) {
      throw new IllegalArgumentException("a level is at least 1, not " + level);
    }
    return pageReader(name, range, level, page).groups(open(name, serializer));
  }

  private PageReader pageReader(String name, IndexRange range, int level, PageRequest page) {
    return new PageReader(scope, reference, head, name, range, level, page);
  }
}
