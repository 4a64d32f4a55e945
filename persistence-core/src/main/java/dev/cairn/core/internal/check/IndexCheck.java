package dev.cairn.core.internal.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.index.IndexContents;
import dev.cairn.core.internal.index.IndexContents.Below;
import dev.cairn.core.internal.objects.StoredObjects.Found;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Check of one index of a state: its pages, down to the leaves, and what entries refer to. */
final class IndexCheck {
  // Bounds what is in memory: a page has some 40 KB.
  private static final int BATCH = 16;

  private final CheckWalk walk;
  private final State state;
  private final String index;

  IndexCheck(CheckWalk walk, State state, String index) {
    this.walk = walk;
    this.state = state;
    this.index = index;
  }

  /** Checks what {@code head} embeds, and schedules the rest. */
  void checkRoot(ObjectRef head, Bytes root) {
    IndexContents contents;
    try {
      contents = IndexContents.ofRoot(root);
    } catch (DamagedDataException | UnsupportedFormatException e) {
      report(head, Found.of(e), state.affected(index));
      return;
    }
    follow(head, contents, state.affected(index));
  }

  private void follow(ObjectRef holder, IndexContents contents, Affected affected) {
    if (!contents.problems().isEmpty()) {
      String problem = String.join("; ", contents.problems());
      boolean unused =
          walk.problems().report(state, Finding.Kind.MISPLACED, holder, problem, affected);
    }
    List<Below> pages = contents.pages();
    for (int from = 0; from < pages.size(); from += BATCH) {
      List<Below> batch = pages.subList(from, Math.min(pages.size(), from + BATCH));
      walk.later(() -> checkPages(batch));
    }
    new ObjectCheck(walk, state, index).check(contents.uses());
  }

  private void checkPages(List<Below> pages) {
    Map<ObjectRef, Below> unseen = new LinkedHashMap<>();
    for (Below page : pages) {
      ObjectRef ref = new ObjectRef(Heads.PAGE_TYPE, page.id());
      if (walk.findings().has(state.scope(), ref)) {
        walk.findings().affects(state.scope(), ref, affected(page));
      }
      if (walk.seen().add(state.scope(), ref)) {
        unseen.put(ref, page);
      }
    }
    Map<ObjectRef, Found> found = walk.objects().find(state.scope(), unseen.keySet());
    unseen.forEach((ref, page) -> checkPage(ref, Objects.requireNonNull(found.get(ref)), page));
  }

  private void checkPage(ObjectRef ref, Found found, Below page) {
    if (!(found instanceof Found.Whole whole)) {
      report(ref, found, affected(page));
      return;
    }
    walk.tally().pages.increment();
    walk.tally().bytes.add(whole.bytes());
    try {
      if (!(whole.envelope().body() instanceof Envelope.Body.Value value)) {
        throw new DamagedDataException("index page " + ref + " is a manifest of chunks");
      }
      follow(ref, IndexContents.ofPage(page.id(), value.bytes(), page.place()), affected(page));
    } catch (DamagedDataException | UnsupportedFormatException e) {
      report(ref, Found.of(e), affected(page));
    }
  }

  private void report(ObjectRef ref, Found found, Affected affected) {
    boolean unused = walk.problems().report(state, found, ref, affected);
  }

  private Affected affected(Below page) {
    return state.affected(index, new KeyRange(page.place().from(), page.place().to()));
  }
}
