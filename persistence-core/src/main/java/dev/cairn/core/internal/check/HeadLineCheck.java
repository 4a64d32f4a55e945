package dev.cairn.core.internal.check;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.objects.StoredObjects.Found;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Check of a reference's heads, from the current one back to the oldest retained one. */
final class HeadLineCheck {
  private final CheckWalk walk;
  private final ReferenceRow row;
  private final Map<ObjectRef, Found> fetched = new HashMap<>();

  /** The list of the head after the next one to check. */
  private EarlierHeads line;

  private long time = Long.MAX_VALUE;

  HeadLineCheck(CheckWalk walk, ReferenceRow row) {
    this.walk = walk;
    this.row = row;
    this.line = row.earlierHeads();
  }

  /** Checks the current state, if there is one. */
  void checkCurrent() {
    if (row.headId().isPresent()) {
      Head head = check(new HeadVersion(row.version(), row.headId().getAsLong()));
      if (head == null) {
        return;
      }
      EarlierHeads own = EarlierHeads.ofBytes(head.earlier());
      if (!own.equals(row.earlierHeads())) {
        misplaced(
            new HeadVersion(head.version(), row.headId().getAsLong()),
            "the reference has another list of earlier heads than this, its head");
      }
    }
  }

  /** Checks the earlier states down to version {@code oldest}, one now and the others later. */
  void checkEarlier(long oldest) {
    if (line.heads().isEmpty()) {
      return;
    }
    HeadVersion next = line.heads().get(0);
    if (next.version() < oldest) {
      walk.tally().expired.increment();
      return;
    }
    prefetch(oldest);
    EarlierHeads after = line;
    Head head = check(next);
    if (head == null) {
      line = EarlierHeads.of(after.heads().subList(1, after.heads().size()));
    } else {
      checkList(after, head, next);
    }
    walk.later(() -> checkEarlier(oldest));
  }

  // The newest heads of a list are consecutive, so one read serves several steps.
  private void prefetch(long oldest) {
    if (!fetched.containsKey(ref(line.heads().get(0)))) {
      fetched.clear();
      List<ObjectRef> refs =
          line.heads().stream()
              .limit(EarlierHeads.RECENT)
              .filter(head -> head.version() >= oldest)
              .map(HeadLineCheck::ref)
              .toList();
      fetched.putAll(walk.objects().find(row.key().scope(), refs));
    }
  }

  private static ObjectRef ref(HeadVersion head) {
    return new ObjectRef(Head.TYPE.name(), head.headId());
  }

  /** Checks a head and schedules the check of its indexes; null if it is incomplete. */
  private @Nullable Head check(HeadVersion listed) {
    ObjectRef ref = ref(listed);
    State asListed = new State(row, listed.version());
    Found found = found(ref);
    if (!(found instanceof Found.Whole whole)) {
      boolean unused = walk.problems().report(asListed, found, ref, asListed.affected());
      return null;
    }
    Head head = decode(asListed, ref, whole);
    if (head == null) {
      return null;
    }
    walk.tally().heads.increment();
    walk.tally().bytes.add(whole.bytes());
    checkNumbers(head, listed);
    line = EarlierHeads.ofBytes(head.earlier());
    time = head.time();
    State state = new State(row, head.version());
    head.indexes()
        .forEach(
            (name, root) ->
                walk.later(() -> new IndexCheck(walk, state, name).checkRoot(ref, root)));
    return head;
  }

  private Found found(ObjectRef ref) {
    Found known = fetched.remove(ref);
    return known != null
        ? known
        : Objects.requireNonNull(walk.objects().find(row.key().scope(), List.of(ref)).get(ref));
  }

  private @Nullable Head decode(State state, ObjectRef ref, Found.Whole whole) {
    try {
      Head head = walk.codec().decode(Head.TYPE, ref.in(row.key().scope()), whole.envelope());
      EarlierHeads unused = EarlierHeads.ofBytes(head.earlier());
      return head;
    } catch (DamagedDataException e) {
      boolean unused = walk.problems().report(state, Found.of(e), ref, state.affected());
      return null;
    }
  }

  private void checkNumbers(Head head, HeadVersion listed) {
    EarlierHeads before = EarlierHeads.ofBytes(head.earlier());
    // A fence or a deletion may have raised the version of the reference afterwards.
    if (head.version() > listed.version()) {
      misplaced(listed, "it became current at version %s".formatted(head.version()));
    }
    if (!before.heads().isEmpty() && before.heads().get(0).version() >= head.version()) {
      misplaced(listed, "it names a head that is not older as an earlier one");
    }
    if (head.time() > time) {
      misplaced(listed, "it is younger than the head after it");
    }
    if (head.life() > row.createdAtMicros()) {
      misplaced(listed, "it belongs to a reference that was created later");
    }
  }

  /** Checks that the list of the next head was derived from this one's by leaving some out. */
  private void checkList(EarlierHeads after, Head head, HeadVersion listed) {
    Set<HeadVersion> known = new HashSet<>(EarlierHeads.ofBytes(head.earlier()).heads());
    known.add(listed);
    if (!known.containsAll(after.heads())) {
      misplaced(listed, "the head after it lists earlier heads that this one does not");
    }
  }

  private void misplaced(HeadVersion listed, String problem) {
    State state = new State(row, listed.version());
    boolean unused =
        walk.problems()
            .report(state, Finding.Kind.MISPLACED, ref(listed), problem, state.affected());
  }
}
