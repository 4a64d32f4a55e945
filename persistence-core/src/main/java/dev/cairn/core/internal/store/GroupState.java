package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.objects.Loaded;
import dev.cairn.core.internal.runtime.Micros;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * State that the commits of a group build together: a head, and the edits of those that ran so far.
 * The edits go into an index once, at the end, or when a change lists that index.
 */
final class GroupState {
  private final @Nullable OpenHead base;
  private final @Nullable AppliedWindow window;
  private final @Nullable OpenHead ofKeys;
  private final Heads heads;
  private final IndexSet empty;
  private final SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits =
      new TreeMap<>();
  private final Map<String, Index<StoredValue>> merged = new HashMap<>();
  private final Map<ObjectRef, Loaded<?>> objects = new HashMap<>();
  private @Nullable OpenHead restored;
  private Set<String> unrestored = Set.of();
  private final Map<AppliedKeys.Place, StoredValue> keys = new LinkedHashMap<>();
  private long windowMicros;

  /**
   * @param base the head to start from; null if there is none yet
   * @param known what that head knows of keys
   */
  GroupState(@Nullable OpenHead base, KnownKeys known, Heads heads) {
    this.base = base;
    this.window = known.window();
    this.ofKeys = known.head();
    this.heads = heads;
    this.empty = heads.noIndexes();
  }

  /** The edit of {@code key} by an earlier commit of the group, if there is one. */
  @Nullable IndexChange<StoredValue> edit(String index, Bytes key) {
    NavigableMap<Bytes, IndexChange<StoredValue>> ofIndex = edits.get(index);
    return ofIndex == null ? null : ofIndex.get(key);
  }

  /** The index in the head, without edits of the group. */
  Index<StoredValue> base(String index) {
    OpenHead head = index.startsWith(AppliedKeys.PREFIX) ? ofKeys : base;
    return head == null
        ? empty.index(index, StoredValue.SERIALIZER)
        : head.index(index, StoredValue.SERIALIZER);
  }

  /** All indexes of the head; without a head, the indexes of keys of an earlier life. */
  private IndexSet base() {
    if (base != null || ofKeys == null) {
      return base == null ? empty : base.indexes();
    }
    IndexSet indexes = empty;
    for (String name : ofKeys.indexes().roots().tailMap(AppliedKeys.PREFIX).keySet()) {
      if (!name.startsWith(AppliedKeys.PREFIX)) {
        break;
      }
      indexes = indexes.with(name, base(name));
    }
    return indexes;
  }

  /** The index with the edits of earlier commits of the group. */
  Index<StoredValue> merged(String index) {
    NavigableMap<Bytes, IndexChange<StoredValue>> ofIndex = edits.get(index);
    return ofIndex == null
        ? base(index)
        : merged.computeIfAbsent(index, name -> base(name).apply(ofIndex.values()));
  }

  /** An object that an earlier commit of the group will store. */
  @Nullable Loaded<?> object(ObjectRef ref) {
    return objects.get(ref);
  }

  /** All objects that the group will store. */
  Map<ObjectRef, Loaded<?>> objects() {
    return Collections.unmodifiableMap(objects);
  }

  /** The names of the application's indexes that may have keys. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(edits.keySet());
    names.removeIf(Head::isOfTheEngine);
    if (base != null) {
      names.addAll(base.applicationIndexes());
    }
    return names;
  }

  /**
   * How many application indexes a head with {@code more} edits has, if these are more than {@code
   * most} and more than without the edits.
   */
  OptionalInt tooManyIndexes(
      int most, SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> more) {
    int known = base == null ? 0 : base.applicationIndexCount();
    Set<String> edited = new TreeSet<>(edits.keySet());
    edited.addAll(more.keySet());
    long added = edited.stream().filter(name -> !hasRoot(name)).count();
    if (added == 0 || known + added <= most) {
      return OptionalInt.empty(); // nearly always, and without merging anything
    }
    int before = known - emptied(edited);
    int after = before;
    for (String name : edited) {
      int root = hasRoot(name) ? 1 : 0;
      Index<StoredValue> index = merged(name);
      before += (index.hasKeys() ? 1 : 0) - root;
      NavigableMap<Bytes, IndexChange<StoredValue>> changes = more.get(name);
      index = changes == null ? index : index.apply(changes.values());
      after += (index.hasKeys() ? 1 : 0) - root;
    }
    return after > most && after > before ? OptionalInt.of(after) : OptionalInt.empty();
  }

  // An index keeps a root without keys until the changes that emptied it move to pages.
  private int emptied(Set<String> except) {
    int count = 0;
    for (String name : base == null ? Set.<String>of() : base.applicationIndexes()) {
      count += except.contains(name) || base(name).hasKeys() ? 0 : 1;
    }
    return count;
  }

  private boolean hasRoot(String index) {
    return base != null && base.indexes().roots().containsKey(index);
  }

  /** Adds the edits and objects of a commit. */
  void accept(MemberWorkspace workspace) {
    workspace
        .edits()
        .forEach(
            (index, changes) -> {
              edits.computeIfAbsent(index, name -> new TreeMap<>()).putAll(changes);
              merged.remove(index);
            });
    addObjects(workspace.objects());
    if (workspace.restored() != null) {
      restored = workspace.restored();
      unrestored = workspace.unrestored();
    }
    AppliedKeys.Place place = workspace.appliedPlace();
    StoredValue value = workspace.appliedValue();
    if (place != null && value != null) {
      keys.put(place, value);
      windowMicros = Math.max(windowMicros, workspace.windowMicros());
    }
  }

  /** Adds the objects of a commit, or replaces them when their values are encoded. */
  void addObjects(MemberObjects put) {
    objects.putAll(put.written());
  }

  /**
   * What is known of {@code key}: applied, failed, or too old to be known; empty if new. A named
   * step has failed if its request has: a slow owner must not continue a request whose client has
   * received a failure.
   */
  Optional<KeyedCommit> findKey(
      String reference, long life, CommitKey key, AppliedKeys.Place place) {
    AppliedWindow known = window;
    StoredValue value = find(place);
    if (value == null && !key.step().isEmpty()) {
      StoredValue ofRequest = find(AppliedKeys.requestPlace(key));
      value = ofRequest != null && AppliedKeys.isFailure(ofRequest) ? ofRequest : null;
    }
    if (value != null) {
      return Optional.of(
          AppliedKeys.read(
              reference,
              version -> known == null ? life : known.lifeAt(version, life),
              key,
              value));
    }
    return known != null && Micros.of(key.acceptedAt()) < known.watermark()
        ? Optional.of(
            AppliedKeys.expired(
                reference,
                key,
                "it was accepted at %s, and keys are known from %s on"
                    .formatted(key.acceptedAt(), Micros.toInstant(known.watermark()))))
        : Optional.empty();
  }

  private @Nullable StoredValue find(AppliedKeys.Place place) {
    StoredValue value = keys.get(place);
    if (value == null && window != null) {
      value = RecentKeys.of(window.recent()).find(place);
    }
    return value == null && ofKeys != null ? findSpilled(ofKeys, place) : value;
  }

  private @Nullable StoredValue findSpilled(OpenHead head, AppliedKeys.Place place) {
    StoredValue value = null;
    if (window != null && window.mayHaveSpilled(place.accepted())) {
      value = KeyRuns.find(head, heads, place);
    }
    if (value == null && AppliedKeys.hasOlderForm(head.indexes().roots())) {
      value = base(place.slice().index()).get(place.key()).orElse(null);
    }
    return value;
  }

  /**
   * Adds the keys of this group to the list in {@code next}, or moves the whole list to runs if it
   * becomes too long.
   *
   * @param storeRun takes a run of keys to store and returns the ID it will have
   */
  AppliedWindow withKeys(AppliedWindow next, ToLongFunction<Bytes> storeRun) {
    RecentKeys recent = RecentKeys.of(next.recent()).plus(keys);
    if (recent.bytes().length() <= RecentKeys.MOST_BYTES) {
      return next.withRecent(recent.bytes());
    }
    long latest =
        new KeyRuns(
                recent,
                storeRun,
                (index, change) ->
                    edits.computeIfAbsent(index, name -> new TreeMap<>()).put(change.key(), change))
            .spill();
    return next.withRecent(RecentKeys.NONE.bytes()).withSpilledTo(latest);
  }

  /**
   * How long keys of this group are kept, in microseconds; 0 if it has none, and then it leaves
   * keys alone.
   */
  long windowMicros() {
    return windowMicros;
  }

  /**
   * All indexes with all edits, ready to be spilled.
   *
   * @param next what the new head knows of keys; indexes that its watermark has passed are left out
   */
  IndexSet indexes(@Nullable AppliedWindow next) {
    IndexSet indexes = base();
    OpenHead target = restored;
    if (target != null) {
      indexes = Restore.restored(indexes, target, unrestored, empty);
    }
    Map<String, Index<?>> changed = new HashMap<>();
    edits.keySet().forEach(name -> changed.put(name, merged(name)));
    indexes = indexes.withAll(changed);
    if (windowMicros > 0 && next != null && AppliedKeys.mayDrop(window, next)) {
      for (String name : AppliedKeys.dropped(indexes.roots(), next.watermark())) {
        indexes = indexes.with(name, empty.index(name, StoredValue.SERIALIZER));
      }
    }
    return indexes;
  }
}
