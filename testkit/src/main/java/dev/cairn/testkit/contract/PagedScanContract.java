package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Scans of more rows than a page of any database has, some of which go once they were visited while
 * others come before and after the scan's position. A scan that counts rows to find its next page
 * leaves rows out here, which the collector would take for deleted.
 */
public interface PagedScanContract extends ContractPart {
  // Parts of a sweep run at once, and a check reads while an export does.
  @Test
  default void scansAtTheSameTimeDoNotDisturbEachOther() {
    Scope scope = TestRows.scope();
    Scope other = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    List<ObjectRow> others = new ArrayList<>();
    for (int id = 0; id < 20; id++) {
      rows.add(TestRows.immutable(scope, id));
      others.add(TestRows.immutable(other, id));
    }
    backend().write(rows);
    backend().write(others);
    Expect.applied(backend().insertReference(TestRows.reference(other, "main")));
    List<ObjectRow> visited = new ArrayList<>();
    scan(
        scope,
        row -> {
          visited.add(row);
          // Seldom, since one scope may cost a scan of everything.
          if (visited.size() % 8 == 1) {
            List<ObjectRow> inner = new ArrayList<>();
            scan(other, inner::add);
            assertEquals(new HashSet<>(others), new HashSet<>(inner), "what the inner scan visits");
            List<ReferenceRow> references = new ArrayList<>();
            Optional<ScanPosition> unused =
                backend().scanReferences(Optional.of(other), Optional.empty(), references::add);
            assertEquals(1, references.size(), "references that the inner scan visits");
          }
          return true;
        });
    assertEquals(rows.size(), visited.size(), "rows that the outer scan visits");
    assertEquals(
        new HashSet<>(rows),
        new HashSet<>(visited),
        "a scan visits every row that is there throughout, and once");
  }

  private void scan(Scope scope, RowVisitor<ObjectRow> visitor) {
    assertEquals(
        Optional.empty(),
        backend()
            .scanObjects(
                Optional.of(scope), Optional.empty(), ScanBound.NONE, Optional.empty(), visitor),
        "where a scan ended that nothing stopped");
  }

  /** More than two pages of a thousand rows. */
  int OBJECTS = 2_500;

  /** More than one page of a thousand rows; each is a conditional write, so not many more. */
  int REFERENCES = 1_100;

  @Test
  default void scanOfThousandsOfObjectsMissesNoneThoughVisitedOnesGoAndOthersCome() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int i = 1; i <= OBJECTS; i++) {
      rows.add(TestRows.immutable(scope, 10L * i));
    }
    backend().write(rows);
    Set<ObjectKey> left = new LinkedHashSet<>();
    rows.forEach(row -> left.add(row.key()));
    List<ObjectKey> toDelete = new ArrayList<>();
    VisitedRows<ObjectRow> scan =
        new VisitedRows<>(
            (after, visitor) ->
                backend()
                    .scanObjects(
                        Optional.of(scope), Optional.empty(), ScanBound.NONE, after, visitor),
            ObjectRow::key,
            row -> true);
    List<ObjectRow> unused =
        scan.inSteps(
            Integer.MAX_VALUE,
            row -> {
              if (left.remove(row.key()) && left.size() % 2 == 0) {
                toDelete.add(row.key());
              }
              if (toDelete.size() == 100) {
                backend().delete(toDelete);
                toDelete.clear();
                backend().write(aroundTheScan(scope, left.size()));
              }
            });
    noneIsLeft(left, OBJECTS);
  }

  // IDs that lie between those of the rows, and the largest and smallest of all.
  private static List<ObjectRow> aroundTheScan(Scope scope, int number) {
    List<ObjectRow> rows = new ArrayList<>();
    for (long id :
        new long[] {
          1 + number % 9, 5 + 10L * number, 5 + 10L * (OBJECTS - number), 20L * OBJECTS + number
        }) {
      rows.add(TestRows.immutable(scope, id));
    }
    return rows;
  }

  @Test
  default void scanOfManyReferencesMissesNoneThoughVisitedOnesGoAndOthersCome() {
    Scope scope = TestRows.scope();
    List<Boolean> unused =
        Race.run(
            Race.THREADS,
            thread -> {
              for (int i = thread; i < REFERENCES; i += Race.THREADS) {
                ReferenceRow row = TestRows.reference(scope, "m%05d".formatted(i));
                Expect.applied(Race.certainly(() -> backend().insertReference(row)));
              }
              return true;
            });
    Set<ReferenceKey> left = new LinkedHashSet<>();
    for (int i = 0; i < REFERENCES; i++) {
      left.add(TestRows.referenceKey(scope, "m%05d".formatted(i)));
    }
    VisitedRows<ReferenceRow> scan =
        new VisitedRows<>(
            (after, visitor) -> backend().scanReferences(Optional.of(scope), after, visitor),
            ReferenceRow::key,
            row -> true);
    List<ReferenceRow> visited =
        scan.inSteps(
            Integer.MAX_VALUE,
            row -> {
              // After a first page of a thousand, more rows are gone than are left.
              if (left.remove(row.key()) && left.size() % 8 == 0) {
                Expect.applied(backend().removeReference(row.key(), row.token()));
                if (left.size() % 64 == 0) {
                  for (String place : List.of("a", "m00500-", "z")) {
                    Expect.applied(
                        backend().insertReference(TestRows.reference(scope, place + left.size())));
                  }
                }
              }
            });
    noneIsLeft(left, REFERENCES);
    assertTrue(visited.size() >= REFERENCES, "visits counted");
  }

  private static void noneIsLeft(Set<?> left, int all) {
    assertTrue(
        left.isEmpty(),
        () ->
            "a scan visits every row that is there from before it begins until it ends; it left out"
                + " %d of %d, such as %s".formatted(left.size(), all, left.iterator().next()));
  }
}
