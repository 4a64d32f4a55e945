package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.head.AppliedWindow;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.Index;
import dev.cairn.core.index.IndexChange;
import dev.cairn.core.index.IndexSet;
import dev.cairn.core.objects.Loaded;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The state that the commits of a group make together: a head, and the edits of those that ran so
 * far. They go into indexes once, at the end, or when somebody lists one.
 */
final class GroupState {
  private final @Nullable OpenHead base;
  private final @Nullable AppliedWindow window;
  private final Heads heads;
  private final IndexSet empty;
  private final SortedMap<String, NavigableMap<Bytes, IndexChange<StoredValue>>> edits =
      new TreeMap<>();
  private final Map<String, Index<StoredValue>> merged = new HashMap<>();
  private final Map<ObjectRef, Loaded<?>> objects = new HashMap<>();
  private @Nullable OpenHead restored;
  private final Map<AppliedKeys.Place, StoredValue> keys = new LinkedHashMap<>();
  private long windowMicros;

  /**
   * @param base the head to start from; null if there is none yet
   * @param window what it knows of keys
   */
  GroupState(@Nullable OpenHead base, @Nullable AppliedWindow window, Heads heads) {
    this.base = base;
    this.window = window;
    this.heads = heads;
    this.empty = heads.noIndexes();
  }

  /** The edit of {@code key} by an earlier commit of the group, if there is one. */
  @Nullable IndexChange<StoredValue> edit(String index, Bytes key) {
    NavigableMap<Bytes, IndexChange<StoredValue>> ofIndex = edits.get(index);
    return ofIndex == null ? null : ofIndex.get(key);
  }

  /** The index as the head has it. */
  Index<StoredValue> base(String index) {
    return base == null
        ? empty.index(index, StoredValue.SERIALIZER)
        : base.index(index, StoredValue.SERIALIZER);
  }

  /** The index with the edits of earlier commits of the group. */
  Index<StoredValue> merged(String index) {
    NavigableMap<Bytes, IndexChange<StoredValue>> ofIndex = edits.get(index);
    return ofIndex == null
        ? base(index)
        : merged.computeIfAbsent(index, name -> base(name).apply(ofIndex.values()));
  }

  /** An object that an earlier commit of the group is going to store. */
  @Nullable Loaded<?> object(ObjectRef ref) {
    return objects.get(ref);
  }

  /** All objects that the group is going to store. */
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

  /** Takes over what a commit did. */
  void accept(MemberWorkspace workspace) {
    workspace
        .edits()
        .forEach(
            (index, changes) -> {
              edits.computeIfAbsent(index, name -> new TreeMap<>()).putAll(changes);
              merged.remove(index);
            });
    objects.putAll(workspace.objects());
    if (workspace.restored() != null) {
      restored = workspace.restored();
    }
    AppliedKeys.Place place = workspace.appliedPlace();
    StoredValue value = workspace.appliedValue();
    if (place != null && value != null) {
      keys.put(place, value);
      windowMicros = Math.max(windowMicros, workspace.windowMicros());
    }
  }

  /** What is known of {@code key}: applied, failed, or too old to be known; nothing if new. */
  Optional<KeyedCommit> findKey(
      String reference, long life, CommitKey key, AppliedKeys.Place place) {
    AppliedWindow known = window;
    StoredValue value = keys.get(place);
    if (value == null && known != null) {
      value = RecentKeys.of(known.recent()).find(place);
    }
    if (value == null && base != null) {
      value = findSpilled(base, place);
    }
    if (value != null) {
      return Optional.of(AppliedKeys.read(reference, life, key, value));
    }
    return known != null && AppliedKeys.micros(key.acceptedAt()) < known.watermark()
        ? Optional.of(
            AppliedKeys.expired(
                reference,
                key,
                "it was accepted at %s, and keys are known from %s on"
                    .formatted(key.acceptedAt(), SnapshotView.instant(known.watermark()))))
        : Optional.empty();
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
   * Adds the keys of this group to those that {@code next} has, or moves all of these to runs if
   * they become too many.
   *
   * @param storeRun takes a run of keys that is to be stored and says under which ID it will be
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
   * For how long keys of this group are to be kept, in microseconds; 0 if it has none, and then it
   * has nothing to do with keys at all.
   */
  long windowMicros() {
    return windowMicros;
  }

  /**
   * All indexes with all edits, to be spilled.
   *
   * @param next what the new head knows of keys: those that its watermark has passed are left out
   */
  IndexSet indexes(@Nullable AppliedWindow next) {
    IndexSet indexes = base == null ? empty : base.indexes();
    OpenHead target = restored;
    if (target != null) {
      indexes = Restore.restored(indexes, target, empty);
    }
    for (String name : edits.keySet()) {
      indexes = indexes.with(name, merged(name));
    }
    if (windowMicros > 0 && next != null && AppliedKeys.mayDrop(window, next)) {
      for (String name : AppliedKeys.dropped(indexes.roots(), next.watermark())) {
        indexes = indexes.with(name, empty.index(name, StoredValue.SERIALIZER));
      }
    }
    return indexes;
  }
}
