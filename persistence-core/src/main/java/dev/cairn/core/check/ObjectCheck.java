package dev.cairn.core.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.check.Affected;
import dev.cairn.api.check.KeyRange;
import dev.cairn.core.codec.Envelope;
import dev.cairn.core.index.IndexContents.Use;
import dev.cairn.core.objects.StoredObjects.Found;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects that entries of one page refer to, and those that these refer to. Which keys lead to
 * which object is known for this page alone.
 */
final class ObjectCheck {
  private static final int BATCH = 100;

  private final Walk walk;
  private final State state;
  private final String index;
  private final Map<ObjectRef, List<Bytes>> keys = new HashMap<>();
  private final Map<ObjectRef, Set<ObjectRef>> users = new HashMap<>();
  private final Deque<ObjectRef> unread = new ArrayDeque<>();

  ObjectCheck(Walk walk, State state, String index) {
    this.walk = walk;
    this.state = state;
    this.index = index;
  }

  void check(Collection<Use> uses) {
    for (Use use : uses) {
      keys.computeIfAbsent(use.object(), unused -> new ArrayList<>(1)).add(use.key());
    }
    keys.keySet().forEach(this::meet);
    while (!unread.isEmpty()) {
      List<ObjectRef> batch = new ArrayList<>(BATCH);
      while (batch.size() < BATCH && !unread.isEmpty()) {
        batch.add(unread.removeLast());
      }
      walk.objects().find(state.scope(), batch).forEach(this::visit);
    }
  }

  private void meet(ObjectRef ref) {
    Set<ObjectRef> bad = walk.tainted(state.scope(), ref);
    if (!bad.isEmpty()) {
      taint(ref, bad);
    } else if (walk.seen().add(state.scope(), ref)) {
      unread.addLast(ref);
    }
  }

  private void visit(ObjectRef ref, Found found) {
    Found checked = found instanceof Found.Whole whole ? decode(ref, whole) : found;
    if (checked instanceof Found.Whole whole) {
      walk.tally().objects.increment();
      walk.tally().bytes.add(whole.bytes());
      for (ObjectRef below : whole.envelope().references()) {
        users.computeIfAbsent(below, unused -> new HashSet<>(2)).add(ref);
        meet(below);
      }
    } else if (walk.problems().report(state, checked, ref, anyKey(ref))) {
      taint(ref, Set.of(ref));
    }
  }

  private Found decode(ObjectRef ref, Found.Whole whole) {
    Optional<ObjectType<?>> type = walk.types().find(ref.type());
    if (type.isEmpty()) {
      return whole; // of an application that is not here
    }
    Envelope envelope = whole.envelope();
    try {
      Object unused = walk.codec().decode(type.get(), ref.in(state.scope()), envelope);
      return whole;
    } catch (DamagedDataException e) {
      return Found.of(e);
    }
  }

  private Affected anyKey(ObjectRef ref) {
    return waysTo(ref).stream()
        .flatMap(way -> keys.getOrDefault(way, List.of()).stream())
        .findFirst()
        .map(key -> state.affected(index, KeyRange.only(key)))
        .orElseGet(() -> state.affected(index));
  }

  /** Notes that all that leads to {@code ref} leads to what is {@code bad}. */
  private void taint(ObjectRef ref, Set<ObjectRef> bad) {
    for (ObjectRef way : waysTo(ref)) {
      walk.taint(state.scope(), way, bad);
      for (Bytes key : keys.getOrDefault(way, List.of())) {
        Affected affected = state.affected(index, KeyRange.only(key));
        bad.forEach(each -> walk.findings().affects(state.scope(), each, affected));
      }
    }
  }

  /** The object and those on this page that lead to it. */
  private Set<ObjectRef> waysTo(ObjectRef ref) {
    Set<ObjectRef> ways = new HashSet<>();
    Deque<ObjectRef> open = new ArrayDeque<>(List.of(ref));
    while (!open.isEmpty()) {
      ObjectRef next = open.removeLast();
      if (ways.add(next)) {
        open.addAll(users.getOrDefault(next, Set.of()));
      }
    }
    return ways;
  }
}
