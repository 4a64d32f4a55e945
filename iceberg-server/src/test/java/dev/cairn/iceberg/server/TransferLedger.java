package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.apache.iceberg.Table;
import org.apache.iceberg.rest.RESTCatalog;

/** What clients were told about their operations, to compare the tables with. */
final class TransferLedger {
  private enum Fate {
    IN_PROGRESS,
    APPLIED,
    NOT_APPLIED,
    UNKNOWN
  }

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final Semaphore finished = new Semaphore(0);

  /** One operation. */
  static final class Entry {
    private final boolean isInLeft;
    private final boolean isInRight;
    private volatile Fate fate = Fate.IN_PROGRESS;

    private Entry(boolean isInLeft, boolean isInRight) {
      this.isInLeft = isInLeft;
      this.isInRight = isInRight;
    }

    void applied() {
      fate = Fate.APPLIED;
    }

    void notApplied() {
      fate = Fate.NOT_APPLIED;
    }

    void unknown() {
      fate = Fate.UNKNOWN;
    }

    private boolean isTransfer() {
      return isInLeft && isInRight;
    }
  }

  Entry begin(String mark, boolean isInLeft, boolean isInRight) {
    Entry entry = new Entry(isInLeft, isInRight);
    entries.put(mark, entry);
    return entry;
  }

  /** An operation has ended. */
  void done() {
    finished.release();
  }

  /** Waits for so many further operations to end. */
  void awaitDone(int operations) {
    finished.acquireUninterruptibly(operations);
  }

  /** Lets everything that waits go on. */
  void end() {
    finished.release(1_000_000);
  }

  long applied() {
    return count(Fate.APPLIED);
  }

  @Override
  public String toString() {
    return "%s operations applied, %s not, %s unknown"
        .formatted(applied(), count(Fate.NOT_APPLIED), count(Fate.UNKNOWN));
  }

  private long count(Fate fate) {
    return entries.values().stream().filter(each -> each.fate == fate).count();
  }

  /**
   * Checks both tables as one client reads them.
   *
   * @return whether both were read in one state, so that they could be compared
   */
  boolean check(RESTCatalog catalog) {
    Map<String, Fate> before =
        entries.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().fate));
    Table left = catalog.loadTable(TransferTables.LEFT);
    Table right = catalog.loadTable(TransferTables.RIGHT);
    // Every transfer changes it. If none did, there was a state with both that was read.
    Table leftAgain = catalog.loadTable(TransferTables.LEFT);
    Set<String> inLeft = checkedMarks(left, before, true);
    Set<String> inRight = checkedMarks(right, before, false);
    TransferTables.assertComplete(left);
    TransferTables.assertComplete(right);
    boolean isOneState =
        TransferTables.metadataFile(left).equals(TransferTables.metadataFile(leftAgain));
    if (isOneState) {
      assertEquals(transfers(inLeft), transfers(inRight));
      assertEquals(0, TransferTables.sum(left) + TransferTables.sum(right));
    }
    return isOneState;
  }

  private Set<String> checkedMarks(Table table, Map<String, Fate> before, boolean isLeft) {
    List<String> marks = TransferTables.marks(table);
    Set<String> once = new HashSet<>(marks);
    List<String> twice = new ArrayList<>(marks);
    once.forEach(twice::remove);
    assertEquals(List.of(), twice, "snapshots that are there twice");
    Set<String> lost = new TreeSet<>();
    Set<String> wrong = new TreeSet<>();
    before.forEach(
        (mark, fate) -> {
          Entry entry = entries.get(mark);
          boolean isExpected = isLeft ? entry.isInLeft : entry.isInRight;
          if (isExpected && fate == Fate.APPLIED && !once.contains(mark)) {
            lost.add(mark);
          } else if ((!isExpected || fate == Fate.NOT_APPLIED) && once.contains(mark)) {
            wrong.add(mark);
          }
        });
    assertEquals(Set.of(), lost, "snapshots that clients were told of, and that are lost");
    assertEquals(Set.of(), wrong, "snapshots that clients were told are not there");
    assertTrue(entries.keySet().containsAll(once), () -> "unknown marks in " + marks);
    return once;
  }

  long countTransfers(Table table) {
    return transfers(new HashSet<>(TransferTables.marks(table))).size();
  }

  private Set<String> transfers(Set<String> marks) {
    return marks.stream()
        .filter(mark -> entries.get(mark).isTransfer())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
