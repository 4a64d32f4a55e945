package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.index.IndexReferences;
import dev.cairn.core.objects.ImmutableObjects;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Walks all that indexes of a head reach, to see that it is there. */
final class Reachable {
  // Bounds what is in memory at once.
  private static final int BATCH = 100;

  private final ImmutableObjects objects;
  private final Set<ObjectRef> seen = new HashSet<>();
  private final List<ObjectRef> next = new ArrayList<>();

  private Reachable(ImmutableObjects objects) {
    this.objects = objects;
  }

  /**
   * Makes sure that everything is there.
   *
   * @throws DamagedDataException if a page or an object is missing
   */
  static void check(OpenHead head, ImmutableObjects objects) {
    check(head, head.applicationIndexes(), objects);
  }

  /** The same for the indexes of these names. */
  static void check(OpenHead head, Collection<String> names, ImmutableObjects objects) {
    Reachable walk = new Reachable(objects);
    IndexReferences references = walk.references();
    for (String name : names) {
      Bytes root = head.indexes().roots().get(name);
      if (root != null) {
        references.readRoot(root);
      }
    }
    walk.walk();
  }

  private IndexReferences references() {
    return new IndexReferences(id -> add(new ObjectRef(Heads.PAGE_TYPE, id)), this::add);
  }

  private void add(ObjectRef ref) {
    if (seen.add(ref)) {
      next.add(ref);
    }
  }

  private void walk() {
    while (!next.isEmpty()) {
      List<ObjectRef> last = next.subList(Math.max(0, next.size() - BATCH), next.size());
      List<ObjectRef> batch = List.copyOf(last);
      last.clear();
      visitPages(batch.stream().filter(ref -> ref.type().equals(Heads.PAGE_TYPE)).toList());
      visitObjects(batch.stream().filter(ref -> !ref.type().equals(Heads.PAGE_TYPE)).toList());
    }
  }

  private void visitPages(List<ObjectRef> pages) {
    if (pages.isEmpty()) {
      return;
    }
    Map<Long, Bytes> found =
        objects.loadRaw(Heads.PAGE_TYPE, pages.stream().map(ObjectRef::id).toList());
    IndexReferences references = references();
    for (ObjectRef page : pages) {
      Bytes bytes = found.get(page.id());
      if (bytes == null) {
        throw missing(page);
      }
      references.readPage(page.id(), bytes);
    }
  }

  private void visitObjects(List<ObjectRef> refs) {
    if (refs.isEmpty()) {
      return;
    }
    Map<ObjectRef, List<ObjectRef>> found = objects.references(refs);
    for (ObjectRef ref : refs) {
      Collection<ObjectRef> references = found.get(ref);
      if (references == null) {
        throw missing(ref);
      }
      references.forEach(this::add);
    }
  }

  private static DamagedDataException missing(ObjectRef ref) {
    return new DamagedDataException(
        "the object %s is missing; the state that refers to it cannot be brought back"
            .formatted(ref));
  }
}
