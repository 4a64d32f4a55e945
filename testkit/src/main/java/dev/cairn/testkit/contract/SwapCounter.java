package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A row that counts, one number for each thread. So a thread whose swap ended unknown can tell from
 * any later row whether it was applied: its own number says so, whichever client wrote after it.
 */
final class SwapCounter {
  private final Backend backend;
  private final ObjectKey key;
  private final int thread;
  private int acknowledged;

  SwapCounter(Backend backend, ObjectKey key, int thread) {
    this.backend = backend;
    this.key = key;
    this.thread = thread;
  }

  static ObjectRow zero(ObjectKey key, int threads) {
    return TestRows.updateable(key, encode(new int[threads]));
  }

  static int[] decode(ObjectRow row) {
    return Arrays.stream(row.value().toUtf8().split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private static String encode(int[] counts) {
    return Arrays.stream(counts).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  /**
   * Counts to {@code target}, whatever others do to the row. Each attempt that is not applied needs
   * a write of another client, so there is a number of attempts that no sound backend exceeds.
   */
  void countTo(int target) {
    Race.Attempts attempts = new Race.Attempts();
    while (acknowledged < target) {
      ObjectRow current = read();
      int[] counts = decode(current);
      attempts.next(counts.length * target);
      assertEquals(
          acknowledged,
          counts[thread],
          "acknowledged swaps of this thread, which the row has to have counted");
      counts[thread]++;
      ObjectRow next = TestRows.next(current, encode(counts));
      CasResult<ObjectRow> result =
          Race.certainly(() -> backend.swap(TestRows.tokenOf(current), next));
      if (result instanceof CasResult.Applied) {
        acknowledged++;
      } else if (result instanceof CasResult.Conflict<ObjectRow> conflict) {
        conflict
            .row()
            .ifPresent(
                row ->
                    assertNotEquals(
                        current.token(),
                        row.token(),
                        "a conflict reports the row that was there instead of the expected one"));
      } else {
        settle(current);
      }
    }
  }

  // While the expected row is still there the swap may land at any time; a fence decides it.
  private void settle(ObjectRow expected) {
    ObjectRow found = read();
    Race.Attempts attempts = new Race.Attempts();
    while (found.token().equals(expected.token())) {
      attempts.next(0);
      ObjectRow fence = TestRows.next(expected, expected.value().toUtf8());
      CasResult<ObjectRow> unused =
          Race.certainly(() -> backend.swap(TestRows.tokenOf(expected), fence));
      found = read();
    }
    acknowledged = decode(found)[thread];
  }

  private ObjectRow read() {
    return Expect.read(backend, key).orElseThrow();
  }
}
