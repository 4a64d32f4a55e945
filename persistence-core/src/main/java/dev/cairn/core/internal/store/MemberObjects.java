package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.internal.objects.EncodedObject;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.objects.Loaded;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects of one workspace: those its change put, and those it reached, which it may refer to.
 */
final class MemberObjects {
  private final GroupState group;
  private final ScopeObjects objects;
  private final RevivalGuard reach;
  private final List<QueuedCommit.Stored> reusable;
  private final int largeFrom;
  private final Map<ObjectRef, Loaded<?>> written = new HashMap<>();
  private final List<QueuedCommit.Stored> stored = new ArrayList<>();
  private final List<Unencoded> unencoded = new ArrayList<>();
  private final List<ObjectRow> rows = new ArrayList<>();
  private final Set<ObjectRef> cachedChunks = new HashSet<>();
  private long bytes;
  private long newestStored;

  /**
   * A value that has its place, but not its stored form.
   *
   * @param needs what it refers to, which the guard has seen
   * @param expected how many bytes count for it until then
   */
  private record Unencoded(ObjectRef ref, Object value, List<ObjectRef> needs, int expected) {}

  /**
   * @param youngFrom objects made from this moment on are young
   * @param reusable what earlier attempts of the same commit stored
   * @param largeFrom values from so many bytes on are encoded after the change has returned
   */
  MemberObjects(
      GroupState group,
      ScopeObjects objects,
      Instant youngFrom,
      List<QueuedCommit.Stored> reusable,
      int largeFrom) {
    this.group = group;
    this.objects = objects;
    this.reach = new RevivalGuard(youngFrom, this::referencesOf);
    this.reusable = new ArrayList<>(reusable);
    this.largeFrom = largeFrom;
  }

  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
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

  <T> T get(Class<T> valueClass, ObjectRef ref) {
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

  /** The guard that decides which objects the commit may refer to. */
  RevivalGuard reach() {
    return reach;
  }

  ObjectRef put(Object value) {
    ObjectType<?> type = objects.stored().typeOf(value);
    List<ObjectRef> needs = objects.stored().references(value);
    needs.forEach(reach::check);
    int expected = objects.stored().expectedBytes(type);
    // Whether a stored object has the same value is known only when this one is encoded.
    if (expected >= largeFrom && reusable.stream().noneMatch(one -> one.isOf(type.name()))) {
      return putUnencoded(type.name(), value, needs, expected);
    }
    Bytes encoded = objects.stored().encode(value);
    return add(
        reuse(type.name(), encoded)
            .orElseGet(
                () ->
                    new QueuedCommit.Stored(
                        objects
                            .stored()
                            .encoded(new ObjectRef(type.name(), objects.nextId()), value, encoded),
                        false)),
        value);
  }

  private ObjectRef putUnencoded(String type, Object value, List<ObjectRef> needs, int expected) {
    ObjectRef ref = new ObjectRef(type, objects.nextId());
    unencoded.add(new Unencoded(ref, value, needs, expected));
    bytes += expected;
    written.put(ref, new Loaded<>(value, needs, expected));
    reach.add(ref);
    return ref;
  }

  /** Whether values are left for {@link #encodeValues}. */
  boolean hasUnencoded() {
    return !unencoded.isEmpty();
  }

  /** Encodes the values that were put without; safe on any thread when the change has returned. */
  List<Bytes> encodeValues() {
    return unencoded.stream().map(one -> objects.stored().encode(one.value())).toList();
  }

  /**
   * Adds the result of {@link #encodeValues}.
   *
   * @throws IllegalArgumentException if a value has other references than when it was put: the
   *     guard has not seen these
   */
  void addEncoded(List<Bytes> encoded) {
    for (int i = 0; i < encoded.size(); i++) {
      Unencoded one = unencoded.get(i);
      EncodedObject object = objects.stored().encoded(one.ref(), one.value(), encoded.get(i));
      if (!object.needs().equals(one.needs())) {
        throw new IllegalArgumentException(
            "the value of %s was modified after it was put".formatted(one.ref()));
      }
      bytes -= one.expected();
      addRows(object);
      note(new QueuedCommit.Stored(object, false), one.value());
    }
    unencoded.clear();
  }

  ObjectRef put(PreparedValue<?> prepared) {
    EncodedObject object = prepared.in(objects);
    ObjectRef ref = object.ref();
    if (written.containsKey(ref)) {
      return ref;
    }
    if (!reach.isYoung(ref)) {
      throw new IllegalArgumentException(
          "the value of %s was prepared too long ago, at %s; prepare it again, at most half the collection grace (cairn.gc.grace) before the commit"
              .formatted(ref, SnowflakeId.instant(ref.id())));
    }
    object.needs().forEach(reach::check);
    return add(
        reusable.stream()
            .filter(stored -> stored.isBound() && stored.ref().equals(ref))
            .findFirst()
            .orElseGet(() -> new QueuedCommit.Stored(object, true)),
        prepared.value());
  }

  /** Puts {@code value} as an object of another type with the ID of {@code of}. */
  ObjectRef put(Object value, ObjectRef of) {
    ObjectRef ref = new ObjectRef(objects.stored().typeOf(value).name(), of.id());
    boolean isOwn =
        stored.stream().anyMatch(one -> !one.isBound() && one.ref().equals(of))
            || unencoded.stream().anyMatch(one -> one.ref().equals(of));
    DerivedObjects derived = new DerivedObjects(objects.stored(), ref, value);
    derived.checkSource(of, isOwn || reach.isYoung(of));
    reach.check(of);
    objects.stored().references(value).forEach(reach::check);
    for (QueuedCommit.Stored one : stored) {
      if (one.ref().equals(ref)) {
        derived.checkSame(one.object().encoded());
        return ref;
      }
    }
    Loaded<?> ofGroup = group.object(ref);
    if (ofGroup != null) {
      derived.checkSame(objects.stored().encode(ofGroup.value()));
    }
    EncodedObject object = isOwn ? derived.ofNew() : derived.ofStored();
    return add(new QueuedCommit.Stored(object, true), value);
  }

  private ObjectRef add(QueuedCommit.Stored one, Object value) {
    EncodedObject object = one.object();
    ObjectRef ref = object.ref();
    // What an earlier commit of the group puts as well is written once: a prepared value, or one
    // derived from the same object. A prepared value is still among the stored objects with its
    // rows: the other commit may not be in the next group.
    if (!object.rows().isEmpty() && group.object(ref) == null) {
      addRows(object);
    }
    note(one, value);
    reach.add(ref);
    return ref;
  }

  private void addRows(EncodedObject object) {
    rows.addAll(object.rows());
    bytes += object.encoded().length();
  }

  private void note(QueuedCommit.Stored one, Object value) {
    EncodedObject object = one.object();
    stored.add(one);
    newestStored = Math.max(newestStored, object.newestId());
    written.put(
        object.ref(), new Loaded<>(value, object.loaded().references(), object.encoded().length()));
  }

  /** The references of objects that are stored, or that this group will store. */
  private Map<ObjectRef, List<ObjectRef>> referencesOf(List<ObjectRef> refs) {
    Map<ObjectRef, List<ObjectRef>> found = new HashMap<>();
    for (ObjectRef ref : refs) {
      Loaded<?> pending = group.object(ref);
      if (pending != null) {
        found.put(ref, pending.references());
      }
    }
    for (ObjectRef ref : refs) {
      if (!found.containsKey(ref)) {
        cachedReferences(ref).ifPresent(known -> found.put(ref, known));
      }
    }
    List<ObjectRef> others = refs.stream().filter(ref -> !found.containsKey(ref)).toList();
    if (!others.isEmpty()) {
      found.putAll(objects.stored().references(others));
    }
    return found;
  }

  // What is young and cached exists: nothing deletes it while it is young. Its chunks exist, too,
  // and refer to nothing.
  private Optional<List<ObjectRef>> cachedReferences(ObjectRef ref) {
    if (cachedChunks.contains(ref)) {
      return Optional.of(List.of());
    }
    Optional<List<ObjectRef>> known = objects.cached().references(ref);
    known.ifPresent(
        all -> all.stream().filter(ImmutableObjects::isChunk).forEach(cachedChunks::add));
    return known;
  }

  // A run reuses a stored object once: equal values may be meant as different objects. What another
  // value was derived from is not reused: this run may derive another one, for the same key.
  private Optional<QueuedCommit.Stored> reuse(String type, Bytes encoded) {
    for (int i = 0; i < reusable.size(); i++) {
      QueuedCommit.Stored candidate = reusable.get(i);
      if (!candidate.isBound()
          && !isDerivedFrom(candidate.ref())
          && candidate.ref().type().equals(type)
          && candidate.object().encoded().equals(encoded)
          && reach.isYoung(candidate.ref())) {
        reusable.remove(i);
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private boolean isDerivedFrom(ObjectRef ref) {
    return reusable.stream().anyMatch(one -> one.isBound() && one.ref().id() == ref.id());
  }

  /** Whether the change put anything. */
  boolean hasPut() {
    return !stored.isEmpty() || !unencoded.isEmpty();
  }

  /** The objects that the change put, by reference. */
  Map<ObjectRef, Loaded<?>> written() {
    return written;
  }

  /** The same in their stored form, for reuse by a later attempt. */
  List<QueuedCommit.Stored> stored() {
    return stored;
  }

  /** The rows to write for them. */
  List<ObjectRow> rows() {
    return rows;
  }

  /** How many bytes these rows have, without keys. */
  long bytes() {
    return bytes;
  }

  /** The newest ID of what this commit wrote or refers to. */
  long newestLinked() {
    return Math.max(reach.newest(), newestStored);
  }
}
