package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figures the design gives for the line of heads, over 200,000 of them. */
class EarlierHeadsSimulationTest {
  private static final int HEADS = 200_000;
  private static final int MOST_ENTRIES = 38;
  private static final int MOST_READS = 9;
  private static final int GIVE_UP_AFTER = 100;
  private static final int MOST_ROW_BYTES = 1024;

  @Test
  void withoutGapsListsStayShortAndEveryEarlierHeadIsFoundInFewReads() {
    Line line = new Line();
    for (int i = 0; i < HEADS; i++) {
      line.append(1);
    }
    checkFigures(line);
  }

  @Test
  void fencesBetweenHeadsDoNotChangeTheFigures() {
    Random random = new Random(7);
    Line line = new Line();
    while (line.current() < HEADS - 5) {
      line.append(random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1);
    }
    checkFigures(line);
  }

  @Test
  void longRunsOfFencesDoNotChangeTheFigures() {
    Random random = new Random(8);
    Line line = new Line();
    while (line.current() < HEADS - 2_000) {
      line.append(random.nextInt(100) == 0 ? 1 + random.nextInt(2_000) : 1);
    }
    checkFigures(line);
  }

  @Test
  void aVersionThatIsNoHeadIsNotFound() {
    Line line = new Line();
    for (int i = 0; i < 5_000; i++) {
      line.append(2);
    }
    for (long version = 1; version < line.current(); version++) {
      boolean isHead = version % 2 == 0;
      assertEquals(isHead, line.readsToFind(line.current(), version).isPresent(), "" + version);
    }
  }

  private static void checkFigures(Line line) {
    int entries = line.lists().mapToInt(list -> list.heads().size()).max().orElseThrow();
    assertTrue(entries <= MOST_ENTRIES, "a list has " + entries + " entries");

    int bytes = rowBytesWithoutList() + line.lists().mapToInt(Line::bytes).max().orElseThrow();
    assertTrue(bytes <= MOST_ROW_BYTES, "a reference's row has " + bytes + " bytes");

    // All targets as seen from the end, and from some places on the way.
    int last = line.versions.size() - 1;
    for (int from : new int[] {last, last - 1, last / 2, last / 3, 70_000, 1_000, 100, 9}) {
      long current = line.versions.get(Math.min(from, last));
      int worst = 0;
      for (long target : line.versions.subList(0, Math.min(from, last))) {
        worst = Math.max(worst, line.readsToFind(current, target).orElse(GIVE_UP_AFTER));
      }
      assertTrue(worst <= MOST_READS, worst + " reads from version " + current);
    }
  }

  /** Key and row of a tombstone under the longest names there can be. */
  private static int rowBytesWithoutList() {
    ReferenceKey key =
        new ReferenceKey(new Scope("t".repeat(128), "c".repeat(128)), "r".repeat(256));
    ReferenceRow row =
        new ReferenceRow(
            key,
            OptionalLong.of(Long.MAX_VALUE),
            Integer.MAX_VALUE,
            Rows.token(-1),
            Long.MAX_VALUE,
            EarlierHeads.none(),
            OptionalLong.of(Long.MAX_VALUE));
    return RowKeys.encode(key).length()
        + RowFormat.encode(row).length()
        - Line.bytes(EarlierHeads.none());
  }

  /** Heads that each carry the list of those before them. A head's ID is made from its version. */
  private static final class Line {
    final List<Long> versions = new ArrayList<>();
    private final EarlierHeads[] listOfVersion = new EarlierHeads[HEADS + 1];
    private EarlierHeads list = EarlierHeads.none();

    long current() {
      return versions.isEmpty() ? 0 : versions.get(versions.size() - 1);
    }

    void append(int versionStep) {
      if (!versions.isEmpty()) {
        list = list.plus(new HeadVersion(current(), headId(current())));
      }
      versions.add(current() + versionStep);
      listOfVersion[(int) current()] = list;
    }

    Stream<EarlierHeads> lists() {
      return versions.stream().map(version -> listOfVersion[version.intValue()]);
    }

    static int bytes(EarlierHeads list) {
      return list.toBytes().length();
    }

    /**
     * How many heads are read, the current one included, until one of their lists names the target:
     * always the listed head closest above it is read next.
     */
    Optional<Integer> readsToFind(long current, long target) {
      long at = current;
      for (int reads = 1; reads <= GIVE_UP_AFTER; reads++) {
        HeadVersion next = closestNotBelow(listOfVersion[(int) at], target);
        if (next == null) {
          return Optional.empty();
        }
        if (next.version() == target) {
          assertEquals(headId(target), next.headId());
          return Optional.of(reads);
        }
        at = next.version();
      }
      return Optional.empty();
    }

    private static HeadVersion closestNotBelow(EarlierHeads list, long target) {
      HeadVersion closest = null;
      for (HeadVersion head : list.heads()) {
        if (head.version() < target) {
          break;
        }
        closest = head;
      }
      return closest;
    }

    private static long headId(long version) {
      return Long.MAX_VALUE - version;
    }
  }
}
