package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.View;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Workspace of one run of one commit, on top of the edits that its group made before. */
final class MemberWorkspace implements Workspace {
  private static final int MAX_NAME_BYTES = 128;

  private final GroupState group;
  private final MemberObjects objects;
  private final Function<HeadId, OpenHead> history;
  private final SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits =
      new TreeMap<>();
  private final LogText text = new LogText();
  private final CommitId commitId;
  private final Thread owner = Thread.currentThread();
  private @Nullable OpenHead restored;
  private Set<String> unrestored = Set.of();
  private AppliedKeys.@Nullable Place appliedPlace;
  private @Nullable StoredValue appliedValue;
  private long windowMicros;
  private Instant deadline = Instant.MAX;
  private long bytes;
  private boolean hasReadEarlier;
  private boolean closed;

  /**
   * @param commitId the commit's ID, if this run is applied
   * @param history opens earlier heads
   */
  MemberWorkspace(
      CommitId commitId,
      GroupState group,
      MemberObjects objects,
      Function<HeadId, OpenHead> history) {
    this.commitId = commitId;
    this.group = group;
    this.objects = objects;
    this.history = history;
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
    names.removeIf(name -> !hasKeys(name));
    return names;
  }

  private boolean hasKeys(String name) {
    NavigableMap<Bytes, IndexChange<StoredValue>> mine = edits.get(name);
    Index<StoredValue> before = group.merged(name);
    return (mine == null ? before : before.apply(mine.values())).hasKeys();
  }

  @Override
  public <V> WorkingIndex<V> index(String name, ValueSerializer<V> serializer) {
    checkOpen();
    checkName(name);
    return new MemberIndex<>(this, group, name, serializer);
  }

  static void checkName(String name) {
    if (name.isEmpty()
        || Head.isOfTheEngine(name)
        || Bytes.ofUtf8(name).length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "an index cannot be called '%s': a name has 1 to %d bytes, and the prefix cairn. is reserved"
              .formatted(name, MAX_NAME_BYTES));
    }
  }

  /**
   * Refuses edits that would give the next head too many indexes.
   *
   * @throws IllegalArgumentException if it would
   */
  void checkIndexCount() {
    group
        .tooManyIndexes(MAX_INDEXES, edits)
        .ifPresent(
            count -> {
              throw new IllegalArgumentException(
                  "reference '%s' would have %d indexes; it may have at most %d, because every commit writes the names of all; put what distinguishes the indexes into the keys of one"
                      .formatted(reference(), count, MAX_INDEXES));
            });
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    checkOpen();
    return objects.findAll(valueClass, refs);
  }

  @Override
  public <T> T get(Class<T> valueClass, ObjectRef ref) {
    checkOpen();
    return objects.get(valueClass, ref);
  }

  @Override
  public ObjectRef put(Object value) {
    checkOpen();
    return value instanceof Prepared<?> prepared ? put(prepared) : objects.put(value);
  }

  @Override
  public ObjectRef put(Object value, ObjectRef of) {
    checkOpen();
    return objects.put(value, of);
  }

  @Override
  public ObjectRef put(Prepared<?> prepared) {
    checkOpen();
    if (prepared instanceof PreparedValue<?> mine) {
      return objects.put(mine);
    }
    throw new IllegalArgumentException(
        "a value of %s was not prepared by a store; call Store.prepare"
            .formatted(prepared.getClass()));
  }

  @Override
  public View earlier(HeadId head) {
    checkOpen();
    OpenHead found = history.apply(head);
    hasReadEarlier = true;
    return new EarlierView(this, found);
  }

  /** Whether the change may have read an earlier state. */
  boolean hasReadEarlier() {
    return hasReadEarlier;
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

  /** What is known of a key: applied, failed, or too old to be known; empty if it is new. */
  Optional<KeyedCommit> findKey(CommitKey key, AppliedKeys.Place place) {
    checkOpen();
    return group.findKey(reference(), commitId.createdAtMicros(), key, place);
  }

  /** Records {@code key} and its result in the new head. */
  void recordKey(CommitKey key, AppliedKeys.Place place, boolean isFailure, Bytes result) {
    checkOpen();
    StoredValue value = AppliedKeys.value(isFailure, result, commitId);
    appliedPlace = place;
    appliedValue = value;
    windowMicros = Durations.micros(key.window());
    deadline = key.deadline();
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

  /** The deadline for the head that records this commit's key. */
  Instant deadline() {
    return deadline;
  }

  /** Replaces the application's indexes, except some, by those of {@code target}. */
  void restore(OpenHead target, Set<String> except) {
    checkOpen();
    Set<String> names = new HashSet<>(target.applicationIndexes());
    names.removeIf(name -> !target.index(name, StoredValue.SERIALIZER).hasKeys());
    Set<String> current = indexNames();
    // Either state may have more, from a release without this limit.
    int most = Math.max(MAX_INDEXES, Math.max(names.size(), current.size()));
    names.removeAll(except);
    current.stream().filter(except::contains).forEach(names::add);
    if (names.size() > most) {
      throw new IllegalArgumentException(
          "reference '%s' would have %d indexes after the reset; it may have at most %d"
              .formatted(reference(), names.size(), MAX_INDEXES));
    }
    restored = target;
    unrestored = Set.copyOf(except);
  }

  @Nullable OpenHead restored() {
    return restored;
  }

  /** The indexes that {@link #restored} leaves as they are. */
  Set<String> unrestored() {
    return unrestored;
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
      objects.reach().check(ref);
    }
    bytes += change.key().length() + (value == null ? 0 : value.payload().length());
    edits(index).put(change.key(), change);
  }

  void reached(StoredValue value) {
    ObjectRef ref = value.reference();
    if (ref != null) {
      objects.reach().add(ref);
    }
  }

  void checkOpen() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "a workspace is of use only to the thread that runs its change, which is '%s'"
              .formatted(owner.getName()));
    }
    if (closed) {
      throw new IllegalStateException("a workspace can be used only while its change runs");
    }
  }

  /** Ends the run: the workspace and its indexes refuse further use. */
  void close() {
    closed = true;
  }

  boolean isEdited() {
    return hasEdits() || appliedPlace != null;
  }

  /** Whether the change edited an index of the application. */
  boolean hasEdits() {
    return !edits.isEmpty() || restored != null;
  }

  SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits() {
    return edits;
  }

  /** The objects that the change put or reached. */
  MemberObjects objects() {
    return objects;
  }

  /** Approximately how many bytes this commit adds to its group. */
  long bytes() {
    return bytes + objects.bytes() + text.bytes();
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
