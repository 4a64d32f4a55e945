package dev.cairn.core.internal.maintenance;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.GraphWalk;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.index.IndexNode;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Marks objects and pages of one scope with all they refer to.
 *
 * <p>It remembers visited objects exactly, but only the latest: a forgotten one is visited again,
 * which only costs time. The filter cannot serve here: an object that it confuses with another by
 * chance would leave everything below it unmarked.
 */
final class ScopeMark implements GraphWalk.Visitor<Envelope> {
  private static final int BATCH = 256;
  private static final int REMEMBERED = 1 << 16;

  private final ImmutableObjects objects;
  private final Scope scope;
  private final MarkFilter filter;
  private final Steps steps;
  private final GraphWalk<Envelope> walk = new GraphWalk<>(BATCH, this);
  private final ObjectRef[] latest = new ObjectRef[REMEMBERED];
  private long marked;

  ScopeMark(ImmutableObjects objects, Scope scope, MarkFilter filter, Steps steps) {
    this.objects = objects;
    this.scope = scope;
    this.filter = filter;
    this.steps = steps;
  }

  /** How many objects this marked that were not marked before. */
  long marked() {
    return marked;
  }

  /**
   * Marks objects and what they refer to.
   *
   * @throws ObjectNotFoundException if one is missing; then call {@link #giveUp} before anything
   *     else
   */
  void markObjects(Collection<ObjectRef> refs) {
    refs.forEach(walk::add);
    walk.run();
  }

  /** Marks pages and all below them. */
  void markPages(Collection<Long> pages) {
    pages.forEach(id -> walk.add(page(id)));
    walk.run();
  }

  private static ObjectRef page(long id) {
    return new ObjectRef(Heads.PAGE_TYPE, id);
  }

  @Override
  public boolean isNew(ObjectRef ref) {
    if (ImmutableObjects.isChunk(ref)) {
      mark(ref); // it was found when the object was joined, and refers to nothing
      return false;
    }
    int slot = ref.hashCode() & (REMEMBERED - 1);
    if (ref.equals(latest[slot])) {
      return false;
    }
    latest[slot] = ref;
    return true;
  }

  private void mark(ObjectRef ref) {
    if (filter.add(scope, ref.type(), ref.id())) {
      marked++;
    }
  }

  /** Marks only the objects themselves. */
  @Override
  public Map<ObjectRef, Envelope> read(Collection<ObjectRef> refs) {
    Map<ObjectRef, Envelope> found = findWhole(refs);
    for (ObjectRef ref : refs) {
      if (!found.containsKey(ref)) {
        throw new ObjectNotFoundException("there is no object %s in %s".formatted(ref, scope));
      }
      mark(ref);
    }
    return found;
  }

  @Override
  public void visit(ObjectRef ref, Envelope envelope, GraphWalk<Envelope> graph) {
    envelope.references().forEach(graph::add);
    if (ref.type().equals(Heads.PAGE_TYPE)) {
      graph.addAll(node(ref, envelope));
    }
  }

  private IndexNode node(ObjectRef page, Envelope envelope) {
    return IndexNode.ofPage(page.id(), objects.rawValue(page, envelope));
  }

  /** Marks only the pages themselves, and returns what is below them. */
  Map<Long, IndexNode> readPages(Collection<Long> ids) {
    Map<Long, IndexNode> nodes = new HashMap<>();
    read(ids.stream().map(ScopeMark::page).toList())
        .forEach(
            (ref, envelope) -> {
              nodes.put(ref.id(), node(ref, envelope));
              envelope.references().forEach(walk::add);
            });
    return nodes;
  }

  /** Marks an object that was found, and what it refers to. */
  void markFound(ObjectRef ref, Envelope envelope) {
    mark(ref);
    markObjects(envelope.references());
  }

  /** Those of these objects that exist with all their chunks; marks nothing. */
  Map<ObjectRef, Envelope> findWhole(Collection<ObjectRef> refs) {
    steps.take(refs.size());
    return objects.wholeEnvelopes(refs);
  }

  /**
   * Abandons a mark that failed. Its pending objects are not visited, so nothing may count as
   * visited: other heads may need them too.
   */
  void giveUp() {
    walk.clear();
    Arrays.fill(latest, null);
  }
}
