package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.GraphWalk;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.IndexNode;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.Collection;
import java.util.Map;

/**
 * Verifies that everything that indexes of a head reach exists.
 *
 * <p>What was found is remembered exactly, but of each type only the latest millions, which take 32
 * MB: something forgotten is looked for again, with all that it refers to, so less memory would
 * cost far more time where many objects share what they refer to. A filter in the place of that
 * would take an object for another by chance, and one that is missing would count as found.
 */
final class ReachabilityWalk implements GraphWalk.Visitor<Envelope> {
  private static final int BATCH = 100;
  private static final int REMEMBERED = 1 << 22;

  private final ImmutableObjects objects;
  private final LatestRefs found;
  private final GraphWalk<Envelope> walk = new GraphWalk<>(BATCH, this);

  /**
   * @param remembered how many that were found are remembered of each type
   */
  ReachabilityWalk(ImmutableObjects objects, int remembered) {
    this.objects = objects;
    this.found = new LatestRefs(remembered);
  }

  /**
   * Checks that everything exists.
   *
   * @throws DamagedDataException if a page or an object is missing
   */
  static void check(OpenHead head, ImmutableObjects objects) {
    check(head, head.applicationIndexes(), objects);
  }

  /** Checks that everything that the indexes {@code names} reach exists. */
  static void check(OpenHead head, Collection<String> names, ImmutableObjects objects) {
    new ReachabilityWalk(objects, REMEMBERED).check(head, names);
  }

  void check(OpenHead head, Collection<String> names) {
    for (String name : names) {
      Bytes root = head.indexes().roots().get(name);
      if (root != null) {
        walk.addAll(IndexNode.ofRoot(root));
        walk.run();
      }
    }
  }

  /** The most pages and objects that were pending at once. */
  int mostHeld() {
    return walk.mostPending();
  }

  @Override
  public boolean isNew(ObjectRef ref) {
    // A chunk was found when its object was joined, and refers to nothing.
    return !ImmutableObjects.isChunk(ref) && found.add(ref);
  }

  @Override
  public Map<ObjectRef, Envelope> read(Collection<ObjectRef> refs) {
    Map<ObjectRef, Envelope> envelopes = objects.envelopes(refs);
    for (ObjectRef ref : refs) {
      if (!envelopes.containsKey(ref)) {
        throw new DamagedDataException(
            "the object %s is missing; the state that refers to it cannot be restored"
                .formatted(ref));
      }
    }
    return envelopes;
  }

  @Override
  public void visit(ObjectRef ref, Envelope envelope, GraphWalk<Envelope> graph) {
    if (ref.type().equals(Heads.PAGE_TYPE)) {
      graph.addAll(IndexNode.ofPage(ref.id(), objects.rawValue(ref, envelope)));
    } else {
      envelope.references().forEach(graph::add);
    }
  }
}
