package dev.cairn.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ListModelTest {
  private static ListCall append(long value, long invoked, long returned) {
    return ListCall.append("writer", value, invoked, returned);
  }

  private static ListCall read(long invoked, long returned, Long... values) {
    return ListCall.read("reader", List.of(values), invoked, returned);
  }

  private static HistoryVerdict check(ListCall... calls) {
    return Linearizability.check(List.of(calls), new ListModel(List.of(calls)));
  }

  private static void assertGood(ListCall... calls) {
    assertInstanceOf(HistoryVerdict.Linearizable.class, check(calls));
  }

  private static void assertBad(int stuck, ListCall... calls) {
    assertEquals(stuck, assertInstanceOf(HistoryVerdict.Violation.class, check(calls)).stuck());
  }

  @Test
  void concurrentAppendsComeInAnyOrderButInTheSameForAll() {
    ListCall first = append(1, 0, 9);
    ListCall second = append(2, 1, 8);
    assertGood(first, second, read(10, 11, 1L, 2L));
    assertGood(first, second, read(10, 11, 2L, 1L));
    assertBad(3, first, second, read(10, 11, 2L, 1L), read(12, 13, 1L, 2L));
  }

  @Test
  void noAppendIsLostOrMadeTwice() {
    assertBad(2, append(1, 0, 1), append(2, 2, 3), read(4, 5, 2L));
    assertBad(1, append(1, 0, 1), read(4, 5, 1L, 1L));
  }

  @Test
  void unknownAppendMayComeLateOrNever() {
    ListCall unknown = append(1, 0, Timed.NEVER);
    assertGood(unknown, read(1, 2), append(2, 3, 4), read(5, 6, 2L));
    assertGood(unknown, read(1, 2), append(2, 3, 4), read(5, 6, 2L), read(7, 8, 2L, 1L));
    assertBad(2, unknown, read(1, 2, 1L), read(3, 4));
  }

  @Test
  void appendStandsWhereItWasSaidToStand() {
    ListCall first = append(1, 0, 9);
    assertGood(first, ListCall.append("other", 2, OptionalInt.of(1), 1, 8));
    assertBad(1, append(1, 0, 1), ListCall.append("other", 2, OptionalInt.of(1), 2, 3));
  }

  @Test
  void partOfAListIsComparedByPosition() {
    ListCall first = append(1, 0, 1);
    ListCall second = append(2, 2, 3);
    assertGood(first, second, ListCall.read("reader", Map.of(2, 2L), OptionalInt.empty(), 4, 5));
    assertBad(2, first, second, ListCall.read("reader", Map.of(1, 2L), OptionalInt.of(2), 4, 5));
    assertBad(2, first, second, ListCall.read("reader", Map.of(3, 3L), OptionalInt.empty(), 4, 5));
  }

  @Test
  void clearedListBeginsAgain() {
    assertGood(append(1, 0, 1), ListCall.clear("c", 2, 3), append(2, 4, 5), read(6, 7, 2L));
    assertBad(2, append(1, 0, 1), ListCall.clear("c", 2, 3), read(4, 5, 1L));
  }
}
