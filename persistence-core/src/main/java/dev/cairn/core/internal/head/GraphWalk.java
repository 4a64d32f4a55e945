package dev.cairn.core.internal.head;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.index.IndexNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Walk over everything that roots of indexes, pages or objects lead to. Reset, garbage collection
 * and checks differ in their {@link Visitor} only.
 *
 * <p>The walk reads in bulk and goes down first, page by page: it never holds more than what the
 * pages and objects on its way refer to, however large the state is.
 *
 * @param <F> what a read finds
 */
public final class GraphWalk<F> {
  /**
   * Decides what is visited.
   *
   * @param <F> what a read finds
   */
  public interface Visitor<F> {
    /** Whether to visit {@code ref}; false if it was visited before, or needs no visit. */
    boolean isNew(ObjectRef ref);

    /** Reads all of {@code refs}; throws if one is missing and the walk cannot continue. */
    Map<ObjectRef, F> read(Collection<ObjectRef> refs);

    /** Takes note of an object that was read, and adds what it refers to to {@code walk}. */
    void visit(ObjectRef ref, F found, GraphWalk<F> walk);
  }

  private final int batch;
  private final Visitor<F> visitor;
  private final Deque<ObjectRef> pages = new ArrayDeque<>();
  private final Deque<ObjectRef> objects = new ArrayDeque<>();
  private int mostPending;

  /**
   * @param batch how many pages or objects are read at once
   */
  public GraphWalk(int batch, Visitor<F> visitor) {
    this.batch = batch;
    this.visitor = visitor;
  }

  /** Adds a page or an object, unless it was visited before. */
  public void add(ObjectRef ref) {
    if (visitor.isNew(ref)) {
      (ref.type().equals(Heads.PAGE_TYPE) ? pages : objects).addLast(ref);
      mostPending = Math.max(mostPending, pages.size() + objects.size());
    }
  }

  /** Adds all that a root or a page refers to. */
  public void addAll(IndexNode node) {
    node.pages().forEach(id -> add(new ObjectRef(Heads.PAGE_TYPE, id)));
    node.objects().forEach(this::add);
  }

  /** Visits all that was added, and all that it leads to. */
  public void run() {
    while (!pages.isEmpty()) {
      List<ObjectRef> next = takeLast(pages);
      Map<ObjectRef, F> found = visitor.read(next);
      for (ObjectRef page : next) {
        visit(page, found);
        visitObjects(batch - 1); // the rest waits for a full batch
      }
    }
    visitObjects(0);
  }

  /** Visits objects, and all they refer to, until no more than {@code rest} are pending. */
  private void visitObjects(int rest) {
    while (objects.size() > rest) {
      List<ObjectRef> next = takeLast(objects);
      Map<ObjectRef, F> found = visitor.read(next);
      next.forEach(ref -> visit(ref, found));
    }
  }

  private void visit(ObjectRef ref, Map<ObjectRef, F> found) {
    visitor.visit(ref, Objects.requireNonNull(found.get(ref)), this);
  }

  private List<ObjectRef> takeLast(Deque<ObjectRef> pending) {
    List<ObjectRef> last = new ArrayList<>(batch);
    while (!pending.isEmpty() && last.size() < batch) {
      last.add(pending.removeLast());
    }
    return last;
  }

  /** Drops what is pending, after a visit failed. */
  public void clear() {
    pages.clear();
    objects.clear();
  }

  /** The most pages and objects that were pending at once. */
  public int mostPending() {
    return mostPending;
  }
}
