package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Scans of objects up to a bound, which keeps them from chasing writers. */
public interface BoundedScanContract extends ContractPart {
  @Test
  default void scanUpToABoundLeavesOutNewerObjectsOfEveryType() {
    Scope scope = TestRows.scope();
    Set<ObjectRow> within = new HashSet<>();
    for (String type : List.of(TestRows.type(), TestRows.type(), TestRows.type())) {
      for (long id : new long[] {0, 1, 99, 100}) {
        within.add(TestRows.immutable(TestRows.key(scope, type, id), "old"));
      }
      backend()
          .write(
              List.of(
                  TestRows.immutable(TestRows.key(scope, type, 101), "new"),
                  TestRows.immutable(TestRows.key(scope, type, 1L << 40), "new"),
                  TestRows.immutable(TestRows.key(scope, type, Long.MAX_VALUE), "new")));
    }
    backend().write(within);
    String onlyNew = TestRows.type();
    backend().write(List.of(TestRows.immutable(TestRows.key(scope, onlyNew, 101), "new")));
    ScanBound bound = new ScanBound(100, Long.MAX_VALUE);
    for (int step : new int[] {1, 4, Integer.MAX_VALUE}) {
      List<ObjectRow> visited = scan(scope, bound).inSteps(step, row -> {});
      assertEquals(within.size(), visited.size(), "a scan up to a bound visits no row twice");
      assertEquals(
          within, new HashSet<>(visited), "a scan up to a bound visits the rows within it");
    }
  }

  // The hash of a name does not tell when it was made.
  @Test
  default void scanUpToABoundLeavesOutNamedObjectsThatWereCreatedLater() {
    Scope scope = TestRows.scope();
    Set<ObjectRow> within = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      for (long later : new long[] {0, 1}) {
        ObjectRow row =
            ObjectRow.updateable(
                TestRows.named(scope, "named " + i + " " + later),
                Bytes.ofUtf8("value"),
                TestRows.token(),
                TestRows.CREATED + later);
        Expect.applied(backend().insert(row));
        if (later == 0) {
          within.add(row);
        }
      }
    }
    ScanBound bound = new ScanBound(1, TestRows.CREATED);
    for (int step : new int[] {1, 3, Integer.MAX_VALUE}) {
      assertEquals(
          within,
          new HashSet<>(scan(scope, bound).inSteps(step, row -> {})),
          "a scan up to a bound visits named objects that were created within it");
    }
  }

  // The writer is the visitor itself, and so never slower than the scan.
  @Test
  default void scanUpToABoundEndsThoughAWriterIsAlwaysAheadOfIt() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 1; id <= 20; id++) {
      rows.add(TestRows.immutable(TestRows.key(scope, "t", id), "old"));
    }
    AtomicLong newest = new AtomicLong(20);
    backend().write(rows);
    for (int step : new int[] {3, Integer.MAX_VALUE}) {
      List<ObjectRow> visited = new ArrayList<>();
      scan(scope, new ScanBound(20, Long.MAX_VALUE))
          .inSteps(
              step,
              row -> {
                visited.add(row);
                assertTrue(visited.size() <= rows.size(), () -> "chases the writer to " + row);
                long id = newest.incrementAndGet();
                backend()
                    .write(
                        List.of(
                            TestRows.immutable(TestRows.key(scope, "t", id), "new"),
                            TestRows.immutable(TestRows.key(scope, "type " + id, id), "new")));
              });
      assertEquals(
          new HashSet<>(rows),
          new HashSet<>(visited),
          "a scan visits every row that is there throughout, and once");
    }
  }

  private VisitedRows<ObjectRow> scan(Scope scope, ScanBound bound) {
    return new VisitedRows<>(
        (after, visitor) ->
            backend().scanObjects(Optional.of(scope), Optional.empty(), bound, after, visitor),
        ObjectRow::key,
        row -> true);
  }
}
