package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.TestSeed;
import dev.cairn.core.internal.index.IndexContents.Below;
import dev.cairn.core.internal.index.IndexContents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IndexContentsTest {
  private static final IndexLimits LIMITS = new IndexLimits(300, 400, 60, 4);
  private static final String NAME = "tables";

  private final MemoryPages memory = new MemoryPages();
  private final List<String> problems = new ArrayList<>();
  private long uses;

  /**
   * Every state that random edits make is walked from its own root: no page, however old, is ever
   * outside of the range that a later state has it in.
   */
  @Test
  void whatTheEngineWritesHasNoProblems() {
    Random random = new Random(TestSeed.of("states walked from their roots"));
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    List<SortedMap<String, Bytes>> heads = new ArrayList<>();
    int most = 0;
    for (int i = 0; i < 1500; i++) {
      Bytes key = Key.of("key " + random.nextInt(600));
      Index<ObjectRef> index = indexes.index(NAME, ValueSerializer.references());
      boolean isRemoval = random.nextInt(1500) < i;
      Index<ObjectRef> edited =
          isRemoval ? index.remove(key) : index.put(key, new ObjectRef("table", i));
      indexes = memory.store(indexes.with(NAME, edited), LIMITS);
      most = Math.max(most, edited.rawRoot().height());
      if (i % 20 == 0) {
        heads.add(indexes.roots());
      }
    }
    assertTrue(most >= 4, "the tree was high: " + most);
    for (SortedMap<String, Bytes> head : heads) {
      head.values().forEach(root -> follow(IndexContents.ofRoot(root)));
    }
    assertEquals(List.of(), problems);
    assertTrue(uses > 1000, "entries were read: " + uses);
  }

  private void follow(IndexContents contents) {
    problems.addAll(contents.problems());
    uses += contents.uses().size();
    for (Below page : contents.pages()) {
      follow(IndexContents.ofPage(page.id(), memory.stored.get(page.id()), page.place()));
    }
  }

  private static BlockEntry entry(String key) {
    return new BlockEntry(
        Key.of(key).toByteArray(), new RawValue(new ObjectRef("table", 5), Bytes.empty()));
  }

  private static Bytes leaf(String... keys) {
    List<BlockEntry> entries = List.of(keys).stream().map(IndexContentsTest::entry).toList();
    // A group for each entry: within a group the block itself looks after the order.
    return Bytes.wrap(Page.writeLeaf(7, BlockWriter.write(entries, 1)));
  }

  private static Place place(int level, String from, String to, long entries) {
    return new Place(level, Key.of(from), Optional.of(Key.of(to)), entries, 0);
  }

  private static List<String> problems(Bytes page, Place place) {
    return IndexContents.ofPage(7, page, place).problems();
  }

  @Test
  void aLeafInItsPlaceHasNoProblems() {
    assertEquals(List.of(), problems(leaf("a", "b", "c"), place(0, "a", "d", 3)));
  }

  @Test
  void keysFromOneGroupToTheNextMustAscend() {
    assertThrows(
        DamagedDataException.class, () -> problems(leaf("b", "a", "c"), place(0, "a", "d", 3)));
    assertThrows(
        DamagedDataException.class, () -> problems(leaf("b", "b", "c"), place(0, "a", "d", 3)));
  }

  @Test
  void keysOutsideOfItsPlaceAreAProblem() {
    assertEquals(1, problems(leaf("a", "b", "c"), place(0, "b", "d", 3)).size());
    assertEquals(1, problems(leaf("a", "b", "c"), place(0, "a", "c", 3)).size());
  }

  @Test
  void aWrongLevelOrNumberIsAProblem() {
    assertEquals(1, problems(leaf("a"), place(1, "a", "d", 1)).size());
    assertEquals(1, problems(leaf("a"), place(0, "a", "d", 2)).size());
    assertEquals(
        1,
        problems(leaf("a"), new Place(0, Key.of("a"), Optional.empty(), 1, 1)).size(),
        "a leaf holds nothing back");
  }

  private static Child child(String pivot, String... buffered) {
    List<BlockEntry> entries = List.of(buffered).stream().map(IndexContentsTest::entry).toList();
    byte[] buffer = entries.isEmpty() ? Child.NO_BUFFER : BlockWriter.write(entries, 1);
    return new Child(Key.of(pivot).toByteArray(), 9, 2, 0, buffer);
  }

  private static Bytes inner(Child... children) {
    return Bytes.wrap(Page.writeInner(7, 1, List.of(children)));
  }

  @Test
  void changesHeldBackForTheWrongChildAreAProblem() {
    Place place = new Place(1, Key.of("a"), Optional.of(Key.of("z")), 4, 1);
    assertEquals(List.of(), problems(inner(child("a", "c"), child("m")), place));
    assertEquals(1, problems(inner(child("a", "n"), child("m")), place).size());
    assertEquals(1, problems(inner(child("a"), child("m", "c")), place).size());
    assertEquals(
        1, problems(inner(child("a"), child("m")), place).size(), "none where one is said");
  }

  @Test
  void childrenOutsideOfTheirPageAreAProblem() {
    Place place = new Place(1, Key.of("a"), Optional.of(Key.of("k")), 4, 0);
    assertEquals(2, problems(inner(child("a"), child("m")), place).size(), "each child");
    IndexContents contents =
        IndexContents.ofPage(
            7, inner(child("a"), child("m")), new Place(1, Key.of("b"), Optional.empty(), 4, 0));
    assertEquals(
        List.of(
            new Place(0, Key.of("b"), Optional.of(Key.of("m")), 2, 0),
            new Place(0, Key.of("m"), Optional.empty(), 2, 0)),
        contents.pages().stream().map(Below::place).toList());
  }
}
