package dev.cairn.api.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexRangeTest {
  private static final List<Bytes> KEYS =
      List.of(Key.of("a"), Key.of("a", "x"), Key.of("a", "y"), Key.of("ab"), Key.of("b"));

  private static List<Bytes> in(IndexRange range) {
    return KEYS.stream().filter(range::contains).toList();
  }

  @Test
  void theWholeRangeHasEveryKey() {
    assertEquals(KEYS, in(IndexRange.all()));
    assertEquals(Bytes.empty(), IndexRange.all().lower());
    assertNull(IndexRange.all().upper());
  }

  @Test
  void aPrefixOfElementsHasTheKeyItselfAndItsDescendants() {
    assertEquals(KEYS.subList(0, 3), in(IndexRange.prefix(Key.of("a"))));
    assertEquals(KEYS.subList(1, 3), in(IndexRange.prefix(Key.of("a")).after(Key.of("a"))));
  }

  @Test
  void boundsAreInclusiveOrExclusiveAsTheirNamesSay() {
    assertEquals(KEYS.subList(1, 5), in(IndexRange.all().from(KEYS.get(1))));
    assertEquals(KEYS.subList(2, 5), in(IndexRange.all().after(KEYS.get(1))));
    assertEquals(KEYS.subList(0, 4), in(IndexRange.all().to(KEYS.get(3))));
    assertEquals(KEYS.subList(0, 3), in(IndexRange.all().before(KEYS.get(3))));
  }

  @Test
  void everyMethodOnlyNarrows() {
    IndexRange narrow = IndexRange.all().from(KEYS.get(1)).to(KEYS.get(2));
    assertEquals(KEYS.subList(1, 3), in(narrow.from(KEYS.get(0)).to(KEYS.get(4))));
    assertEquals(List.of(), in(narrow.after(KEYS.get(2))));
    assertEquals(List.of(), in(narrow.before(KEYS.get(1))));
  }

  @Test
  void theOtherDirectionHasTheSameKeysAndResumesAtTheOtherSide() {
    IndexRange down = IndexRange.prefix(Key.of("a")).descending();
    assertTrue(down.isDescending());
    assertFalse(IndexRange.prefix(Key.of("a")).isDescending());
    assertEquals(KEYS.subList(0, 3), in(down));
    assertEquals(KEYS.subList(0, 1), in(down.resumeAfter(KEYS.get(1))));
    assertTrue(down.resumeAfter(KEYS.get(1)).isDescending());
    assertEquals(KEYS.subList(2, 3), in(IndexRange.prefix(Key.of("a")).resumeAfter(KEYS.get(1))));
  }
}
