package dev.cairn.core.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.Envelope;
import dev.cairn.core.head.Heads;
import dev.cairn.core.index.IndexNode;
import dev.cairn.core.objects.ImmutableObjects;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks objects and pages of one scope with all they refer to.
 *
 * <p>What was looked into is remembered exactly, but only the latest of it: something forgotten is
 * looked into again, which costs time and changes nothing. The filter cannot serve for that: one
 * object that it takes for another by chance would leave all below it unmarked.
 */
final class ScopeMark {
  private static final int BATCH = 256;
  private static final int REMEMBERED = 1 << 16;

  private final ImmutableObjects objects;
  private final Codec codec;
  private final Scope scope;
  private final MarkFilter filter;
  private final Steps steps;
  private final Deque<ObjectRef> pending = new ArrayDeque<>();
  private final ObjectRef[] latest = new ObjectRef[REMEMBERED];
  private long marked;

  ScopeMark(ImmutableObjects objects, Codec codec, Scope scope, MarkFilter filter, Steps steps) {
    this.objects = objects;
    this.codec = codec;
    this.scope = scope;
    this.filter = filter;
    this.steps = steps;
  }

  /** How many objects this found that nobody had found before. */
  long marked() {
    return marked;
  }

  /**
   * Marks objects and what they refer to.
   *
   * @throws ObjectNotFoundException if one is not there; then {@link #giveUp} before anything else
   */
  void markObjects(Collection<ObjectRef> refs) {
    refs.forEach(this::add);
    while (!pending.isEmpty()) {
      List<ObjectRef> batch = new ArrayList<>(BATCH);
      while (!pending.isEmpty() && batch.size() < BATCH) {
        batch.add(pending.removeLast());
      }
      load(batch).values().forEach(envelope -> envelope.references().forEach(this::add));
    }
  }

  private void add(ObjectRef ref) {
    if (ImmutableObjects.isChunk(ref)) {
      mark(ref); // it was there when the object was put together, and refers to nothing
      return;
    }
    int slot = ref.hashCode() & (REMEMBERED - 1);
    if (!ref.equals(latest[slot])) {
      latest[slot] = ref;
      pending.add(ref);
    }
  }

  private void mark(ObjectRef ref) {
    if (filter.add(scope, ref.type(), ref.id())) {
      marked++;
    }
  }

  /** Marks pages and all below them. */
  void markPages(Collection<Long> pages) {
    Deque<Long> waiting = new ArrayDeque<>(pages);
    while (!waiting.isEmpty()) {
      List<Long> batch = new ArrayList<>(BATCH);
      while (!waiting.isEmpty() && batch.size() < BATCH) {
        batch.add(waiting.removeLast());
      }
      for (IndexNode node : readPages(batch).values()) {
        waiting.addAll(node.pages());
        markObjects(node.objects());
      }
    }
  }

  /** Marks pages alone, and says what is below them. */
  Map<Long, IndexNode> readPages(Collection<Long> ids) {
    List<ObjectRef> refs = ids.stream().map(id -> new ObjectRef(Heads.PAGE_TYPE, id)).toList();
    Map<Long, IndexNode> nodes = new HashMap<>();
    load(refs)
        .forEach(
            (ref, envelope) -> {
              Bytes bytes = codec.decodeRaw(ref.in(scope), envelope);
              nodes.put(ref.id(), IndexNode.ofPage(ref.id(), bytes));
              envelope.references().forEach(this::add);
            });
    return nodes;
  }

  /** Marks objects alone. */
  private Map<ObjectRef, Envelope> load(Collection<ObjectRef> refs) {
    steps.take(refs.size());
    Map<ObjectRef, Envelope> found = objects.wholeEnvelopes(refs);
    for (ObjectRef ref : refs) {
      if (!found.containsKey(ref)) {
        throw new ObjectNotFoundException("there is no object %s in %s".formatted(ref, scope));
      }
      mark(ref);
    }
    return found;
  }

  /** Marks an object that was found, and what it refers to. */
  void markFound(ObjectRef ref, Envelope envelope) {
    mark(ref);
    markObjects(envelope.references());
  }

  /** Those of these objects that are there, with all their chunks; marks nothing. */
  Map<ObjectRef, Envelope> findWhole(Collection<ObjectRef> refs) {
    steps.take(refs.size());
    return objects.wholeEnvelopes(refs);
  }

  /**
   * Leaves a mark that failed where it is. What was to be looked into is not, so nothing may count
   * as looked into: others may need it too.
   */
  void giveUp() {
    pending.clear();
    Arrays.fill(latest, null);
  }
}
