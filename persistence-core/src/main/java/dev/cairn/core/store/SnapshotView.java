package dev.cairn.core.store;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.head.CachedObjects;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.index.Index;
import dev.cairn.core.objects.Loaded;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A head to be read. */
final class SnapshotView implements Snapshot {
  private final String reference;
  private final @Nullable OpenHead head;
  private final Heads heads;
  private final CachedObjects objects;

  /**
   * @param head the head; null if the reference has none yet
   */
  SnapshotView(String reference, @Nullable OpenHead head, Heads heads, CachedObjects objects) {
    this.reference = reference;
    this.head = head;
    this.heads = heads;
    this.objects = objects;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
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
    return head == null ? Optional.empty() : Optional.of(instant(head.head().time()));
  }

  @Override
  public SortedSet<String> indexNames() {
    return head == null ? Collections.emptySortedSet() : head.applicationIndexes();
  }

  @Override
  public <V> IndexView<V> index(String name, ValueSerializer<V> serializer) {
    return open(name, serializer);
  }

  private <V> Index<V> open(String name, ValueSerializer<V> serializer) {
    return head == null ? heads.noIndexes().index(name, serializer) : head.index(name, serializer);
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    return objects.findAll(valueClass, refs).stream()
        .map(found -> found.map(Loaded::value))
        .toList();
  }

  @Override
  public <T> T get(Class<T> valueClass, ObjectRef ref) {
    return objects.get(valueClass, ref).value();
  }

  @Override
  public <V> IndexDiff<V> diff(Snapshot newer, String name, ValueSerializer<V> serializer) {
    if (!(newer instanceof SnapshotView other) || other.heads != heads) {
      throw new IllegalArgumentException("only states that one store gave can be compared");
    }
    return open(name, serializer).diff(other.open(name, serializer));
  }
}
