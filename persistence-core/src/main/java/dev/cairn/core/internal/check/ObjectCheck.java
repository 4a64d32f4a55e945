package dev.cairn.core.internal.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.GraphWalk;
import dev.cairn.core.internal.index.IndexContents.Use;
import dev.cairn.core.internal.objects.StoredObjects.Found;
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
 * Check of the objects that entries of one page refer to, and of those that these refer to. Which
 * keys lead to which object is known for this page only.
 */
final class ObjectCheck implements GraphWalk.Visitor<Found> {
  private static final int BATCH = 100;

  private final CheckWalk walk;
  private final State state;
  private final String index;
  private final Map<ObjectRef, List<Bytes>> keys = new HashMap<>();
  private final Map<ObjectRef, Set<ObjectRef>> users = new HashMap<>();

  ObjectCheck(CheckWalk walk, State state, String index) {
    this.walk = walk;
    this.state = state;
    this.index = index;
  }

  void check(Collection<Use> uses) {
    for (Use use : uses) {
      keys.computeIfAbsent(use.object(), unused -> new ArrayList<>(1)).add(use.key());
    }
    GraphWalk<Found> objects = new GraphWalk<>(BATCH, this);
    keys.keySet().forEach(objects::add);
    objects.run();
  }

  @Override
  public boolean isNew(ObjectRef ref) {
    Set<ObjectRef> bad = walk.tainted(state.scope(), ref);
    if (!bad.isEmpty()) {
      taint(ref, bad);
      return false;
    }
    return walk.seen().add(state.scope(), ref);
  }

  @Override
  public Map<ObjectRef, Found> read(Collection<ObjectRef> refs) {
    return walk.objects().find(state.scope(), refs);
  }

  @Override
  public void visit(ObjectRef ref, Found found, GraphWalk<Found> objects) {
    Found checked = found instanceof Found.Whole whole ? decode(ref, whole) : found;
    if (checked instanceof Found.Whole whole) {
      walk.tally().objects.increment();
      walk.tally().bytes.add(whole.bytes());
      for (ObjectRef below : whole.envelope().references()) {
        users.computeIfAbsent(below, unused -> new HashSet<>(2)).add(ref);
        objects.add(below);
      }
    } else if (walk.problems().report(state, checked, ref, anyKey(ref))) {
      taint(ref, Set.of(ref));
    }
  }

  private Found decode(ObjectRef ref, Found.Whole whole) {
    Optional<ObjectType<?>> type = walk.types().find(ref.type());
    if (type.isEmpty()) {
      return whole; // of a type that this process does not know
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

  /** Records that everything that leads to {@code ref} leads to the {@code bad} objects. */
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
