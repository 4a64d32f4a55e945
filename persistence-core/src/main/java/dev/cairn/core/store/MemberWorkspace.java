package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.LogRecord;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexChange;
import dev.cairn.core.objects.Loaded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The workspace of one run of one commit, on top of what its group did before it. */
final class MemberWorkspace implements Workspace {
  private static final int MAX_NAME_BYTES = 128;

  private final GroupState group;
  private final ScopeObjects objects;
  private final Reach reach;
  private final List<Entry.Stored> reusable;
  private final SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits =
      new TreeMap<>();
  private final Map<ObjectRef, Loaded<?>> written = new HashMap<>();
  private final List<Entry.Stored> stored = new ArrayList<>();
  private final List<ObjectRow> rows = new ArrayList<>();
  private final LogText text = new LogText();
  private final CommitId commitId;
  private @Nullable OpenHead restored;
  private AppliedKeys.@Nullable Place appliedPlace;
  private @Nullable StoredValue appliedValue;
  private long windowMicros;
  private long bytes;
  private boolean closed;

  /**
   * @param commitId what this commit is told apart by, if this run is kept
   * @param youngFrom from when on an object is young
   * @param reusable what earlier attempts of the same commit stored
   */
  MemberWorkspace(
      CommitId commitId,
      GroupState group,
      ScopeObjects objects,
      Instant youngFrom,
      List<Entry.Stored> reusable) {
    this.commitId = commitId;
    this.group = group;
    this.objects = objects;
    this.reach = new Reach(youngFrom, this::referencesOf);
    this.reusable = new ArrayList<>(reusable);
  }

  @Override
  public String reference() {
    return commitId.reference();
  }

  CommitId commitId() {
    return commitId;
  }

  @Override
  public SortedSet<String> indexNames() {
    checkOpen();
    SortedSet<String> names = new TreeSet<>(group.names());
    names.addAll(edits.keySet());
    names.removeIf(name -> index(name, StoredValue.SERIALIZER).first().isEmpty());
    return names;
  }

  @Override
  public <V> WorkingIndex<V> index(String name, ValueSerializer<V> serializer) {
    checkOpen();
    checkName(name);
    return new MemberIndex<>(this, group, name, serializer);
  }

  private static void checkName(String name) {
    if (name.isEmpty()
        || Head.isOfTheEngine(name)
        || Bytes.ofUtf8(name).length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "an index cannot be called '%s': a name has 1 to %d bytes, and cairn. is for the engine's own"
              .formatted(name, MAX_NAME_BYTES));
    }
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    checkOpen();
    List<Optional<T>> found = new ArrayList<>(refs.size());
    List<ObjectRef> missing = new ArrayList<>();
    for (ObjectRef ref : refs) {
      Optional<T> pending = pending(valueClass, ref);
      found.add(pending);
      if (pending.isEmpty()) {
        missing.add(ref);
      }
    }
    if (!missing.isEmpty()) {
      int next = 0;
      List<Optional<Loaded<T>>> loaded = objects.cached().findAll(valueClass, missing);
      for (int i = 0; i < refs.size(); i++) {
        if (found.get(i).isEmpty()) {
          ObjectRef ref = refs.get(i);
          found.set(i, loaded.get(next++).map(one -> reached(ref, one)));
        }
      }
    }
    return found;
  }

  @Override
  public <T> T get(Class<T> valueClass, ObjectRef ref) {
    checkOpen();
    Optional<T> pending = pending(valueClass, ref);
    return pending.isPresent()
        ? pending.get()
        : reached(ref, objects.cached().get(valueClass, ref));
  }

  private <T> Optional<T> pending(Class<T> valueClass, ObjectRef ref) {
    Loaded<?> mine = written.get(ref);
    Loaded<?> pending = mine != null ? mine : group.object(ref);
    return pending == null ? Optional.empty() : Optional.of(valueClass.cast(reached(ref, pending)));
  }

  private <T> T reached(ObjectRef ref, Loaded<T> loaded) {
    if (!loaded.references().isEmpty() && reach.contains(ref)) {
      reach.addAll(loaded.references());
    }
    return loaded.value();
  }

  @Override
  public ObjectRef put(Object value) {
    checkOpen();
    ObjectType<?> type = objects.stored().typeOf(value);
    Collection<ObjectRef> references = references(type, value);
    references.forEach(reach::check);
    Bytes encoded = objects.stored().encode(value);
    Optional<ObjectRef> reused = reuse(type.name(), encoded);
    ObjectRef ref = reused.orElseGet(() -> new ObjectRef(type.name(), objects.nextId()));
    if (reused.isEmpty()) {
      rows.addAll(objects.stored().toRows(ref, encoded));
      bytes += encoded.length();
    }
    stored.add(new Entry.Stored(ref, encoded));
    written.put(ref, new Loaded<>(value, List.copyOf(references), encoded.length()));
    reach.add(ref);
    return ref;
  }

  /** What objects refer to that are stored, or are going to be by this group. */
  private Map<ObjectRef, List<ObjectRef>> referencesOf(List<ObjectRef> refs) {
    Map<ObjectRef, List<ObjectRef>> found = new HashMap<>();
    for (ObjectRef ref : refs) {
      Loaded<?> pending = group.object(ref);
      if (pending != null) {
        found.put(ref, pending.references());
      }
    }
    List<ObjectRef> others = refs.stream().filter(ref -> !found.containsKey(ref)).toList();
    if (!others.isEmpty()) {
      found.putAll(objects.stored().references(others));
    }
    return found;
  }

  @SuppressWarnings("unchecked") // the type is the one of the value's own class
  private static Collection<ObjectRef> references(ObjectType<?> type, Object value) {
    return ((ObjectType<Object>) type).references(value);
  }

  // An object that an attempt stored is used once in a run: equal values may be different things.
  private Optional<ObjectRef> reuse(String type, Bytes encoded) {
    for (int i = 0; i < reusable.size(); i++) {
      Entry.Stored candidate = reusable.get(i);
      if (candidate.ref().type().equals(type)
          && candidate.encoded().equals(encoded)
          && reach.isYoung(candidate.ref())) {
        reusable.remove(i);
        return Optional.of(candidate.ref());
      }
    }
    return Optional.empty();
  }

  @Override
  public void message(String message) {
    checkOpen();
    text.setMessage(message);
  }

  @Override
  public void attribute(String name, String value) {
    checkOpen();
    text.setAttribute(name, value);
  }

  /** What is known of a key: applied, failed, or too old to be known; nothing if it is new. */
  Optional<KeyedCommit> findKey(CommitKey key, AppliedKeys.Place place) {
    checkOpen();
    return group.findKey(reference(), commitId.createdAtMicros(), key, place);
  }

  /** Lets the head know {@code key} with what came of it. */
  void recordKey(CommitKey key, AppliedKeys.Place place, boolean isFailure, Bytes result) {
    checkOpen();
    StoredValue value = AppliedKeys.value(isFailure, result, commitId);
    appliedPlace = place;
    appliedValue = value;
    windowMicros = AppliedKeys.micros(key.window());
    bytes += value.payload().length();
  }

  AppliedKeys.@Nullable Place appliedPlace() {
    return appliedPlace;
  }

  @Nullable StoredValue appliedValue() {
    return appliedValue;
  }

  long windowMicros() {
    return windowMicros;
  }

  /** Replaces the application's indexes by those of {@code target}. */
  void restore(OpenHead target) {
    checkOpen();
    restored = target;
  }

  @Nullable OpenHead restored() {
    return restored;
  }

  NavigableMap<Bytes, IndexChange<StoredValue>> edits(String index) {
    return edits.computeIfAbsent(index, name -> new TreeMap<>());
  }

  @Nullable IndexChange<StoredValue> edit(String index, Bytes key) {
    NavigableMap<Bytes, IndexChange<StoredValue>> mine = edits.get(index);
    IndexChange<StoredValue> edit = mine == null ? null : mine.get(key);
    return edit != null ? edit : group.edit(index, key);
  }

  void edit(String index, IndexChange<StoredValue> change) {
    checkOpen();
    StoredValue value = change.value();
    ObjectRef ref = value == null ? null : value.reference();
    if (ref != null) {
      reach.check(ref);
    }
    bytes += change.key().length() + (value == null ? 0 : value.payload().length());
    edits(index).put(change.key(), change);
  }

  void reached(StoredValue value) {
    ObjectRef ref = value.reference();
    if (ref != null) {
      reach.add(ref);
    }
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("a workspace is of use only while its change runs");
    }
  }

  /** Ends the run: what is left of the workspace outside must not be used any more. */
  void close() {
    closed = true;
  }

  boolean isEdited() {
    return hasEdits() || appliedPlace != null;
  }

  /** Whether it edits an index of the application. */
  boolean hasEdits() {
    return !edits.isEmpty() || restored != null;
  }

  SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits() {
    return edits;
  }

  Map<ObjectRef, Loaded<?>> objects() {
    return written;
  }

  List<Entry.Stored> stored() {
    return stored;
  }

  List<ObjectRow> rows() {
    return rows;
  }

  /** About how many bytes this commit adds to what its group writes. */
  long bytes() {
    return bytes + text.bytes();
  }

  /** Whether the log cannot name all edited keys. */
  boolean hasManyKeys() {
    int count = 0;
    int length = 0;
    for (NavigableMap<Bytes, ?> ofIndex : edits.values()) {
      count += ofIndex.size();
      if (count > CommitLimits.LOGGED_KEYS) {
        return true;
      }
      for (Bytes key : ofIndex.keySet()) {
        length += key.length();
      }
    }
    return length > CommitLimits.LOGGED_KEY_BYTES || restored != null;
  }

  LogRecord log(long id) {
    SortedMap<String, List<Bytes>> keys = new TreeMap<>();
    boolean many = hasManyKeys();
    if (!many) {
      edits.forEach((index, changes) -> keys.put(index, List.copyOf(changes.keySet())));
    }
    return new LogRecord(id, text.message(), text.attributes(), keys, many, Map.of());
  }
}
