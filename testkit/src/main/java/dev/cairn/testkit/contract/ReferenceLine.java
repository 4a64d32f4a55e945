package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread of several that put heads onto one reference, each head its own. The row lists all
 * heads before the current one, so whether an unknown swap was applied is found in any later row.
 */
final class ReferenceLine {
  private final Backend backend;
  private final ReferenceKey key;

  ReferenceLine(Backend backend, ReferenceKey key) {
    this.backend = backend;
    this.key = key;
  }

  /** The current head and all before it. */
  static List<Long> heads(ReferenceRow row) {
    List<Long> heads = new ArrayList<>();
    row.headId().ifPresent(heads::add);
    row.earlierHeads().heads().forEach(head -> heads.add(head.headId()));
    return heads;
  }

  /** Makes {@code head} the current one at some time, whatever others do. */
  void put(long head) {
    boolean applied = false;
    Race.Attempts attempts = new Race.Attempts();
    while (!applied) {
      attempts.next(0);
      ReferenceRow current = read();
      assertTrue(!heads(current).contains(head), "a swap that was not applied is in the line");
      ReferenceRow next = current.moveTo(head, lineOf(current), TestRows.token());
      CasResult<ReferenceRow> result =
          Race.certainly(() -> backend.swapReference(current.token(), next));
      if (result instanceof CasResult.Unknown) {
        applied = settle(current, head);
      } else if (result instanceof CasResult.Conflict<ReferenceRow> conflict) {
        conflict
            .row()
            .ifPresent(
                row ->
                    assertNotEquals(
                        current.token(),
                        row.token(),
                        "a conflict reports the row that was there instead of the expected one"));
      } else {
        applied = true;
        assertTrue(heads(read()).contains(head), "an applied swap is not in the line of heads");
      }
    }
  }

  // While the expected row is still there the swap may land at any time; a fence decides it.
  private boolean settle(ReferenceRow expected, long head) {
    ReferenceRow found = read();
    Race.Attempts attempts = new Race.Attempts();
    while (found.token().equals(expected.token())) {
      attempts.next(0);
      CasResult<ReferenceRow> unused =
          Race.certainly(
              () -> backend.swapReference(expected.token(), expected.fence(TestRows.token())));
      found = read();
    }
    return heads(found).contains(head);
  }

  private static EarlierHeads lineOf(ReferenceRow row) {
    if (row.headId().isEmpty()) {
      return row.earlierHeads();
    }
    List<HeadVersion> line = new ArrayList<>();
    line.add(new HeadVersion(row.version(), row.headId().getAsLong()));
    line.addAll(row.earlierHeads().heads());
    return EarlierHeads.of(line);
  }

  private ReferenceRow read() {
    return backend.readReference(key, ReadMode.STRONG).orElseThrow();
  }
}
