package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Scans of objects: by scope, type, both or neither, in one go or in steps, while others write. */
public interface ObjectScanContract extends ContractPart {
  @Test
  default void scanSelectsByScopeAndByType() {
    Scope one = TestRows.scope();
    Scope two = TestRows.scope();
    String type = TestRows.type();
    String other = TestRows.type();
    List<ObjectRow> rows = new ArrayList<>();
    for (Scope scope : List.of(one, two)) {
      for (String each : List.of(type, other)) {
        for (int id = 0; id < 3; id++) {
          rows.add(TestRows.immutable(TestRows.key(scope, each, id), scope + each + id));
        }
      }
    }
    backend().write(rows);
    visits(rows, Optional.of(one), Optional.of(type));
    visits(rows, Optional.of(one), Optional.empty());
    visits(rows, Optional.empty(), Optional.of(type));
    visits(rows, Optional.empty(), Optional.empty());
  }

  @Test
  default void scanOfObjectsLeavesOutScopesAndTypesThatLookLikeIt() {
    Scope scope = TestRows.scope();
    String tenant = scope.tenantId();
    String catalog = scope.catalogId();
    List<ObjectRow> rows = new ArrayList<>();
    for (Scope each :
        List.of(
            scope,
            new Scope(tenant, catalog + ":t"),
            new Scope(tenant, catalog + "t"),
            new Scope(tenant + ":" + catalog, "t"),
            new Scope(tenant + "t", catalog))) {
      for (String type : List.of("t", "t:u", "tu", "T", "u")) {
        rows.add(TestRows.immutable(TestRows.key(each, type, 1), each + type));
      }
    }
    backend().write(rows);
    visits(rows, Optional.of(scope), Optional.of("t"));
    visits(rows, Optional.of(scope), Optional.empty());
  }

  @Test
  default void scanVisitsImmutableAndUpdateableObjectsWhole() {
    Scope scope = TestRows.scope();
    ObjectRow immutable = TestRows.immutable(scope, 1);
    ObjectRow numbered = TestRows.updateable(TestRows.key(scope, 2), "numbered");
    ObjectRow named = TestRows.updateable(TestRows.named(scope, "named"), "named");
    backend().write(List.of(immutable));
    Expect.applied(backend().insert(numbered));
    Expect.applied(backend().insert(named));
    visits(List.of(immutable, numbered, named), Optional.of(scope), Optional.empty());
  }

  @Test
  default void scanOfNothingVisitsNothingAndEnds() {
    Scope scope = TestRows.scope();
    backend().write(List.of(TestRows.immutable(scope, 1)));
    visits(List.of(), Optional.of(TestRows.scope()), Optional.empty());
    visits(List.of(), Optional.of(scope), Optional.of(TestRows.type()));
    visits(List.of(), Optional.empty(), Optional.of(TestRows.type()));
  }

  @Test
  default void scanOfObjectsResumesWhereItStopped() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = write(scope, 12);
    for (int step : new int[] {1, 2, 5, 11, 12, 13}) {
      assertEquals(
          new HashSet<>(rows),
          new HashSet<>(scan(scope).inSteps(step, row -> {})),
          "a scan in steps visits what a whole one visits");
    }
  }

  // More bytes than one page of a database's answer, which some limit to 1 MB.
  @Test
  default void scanGoesOnFromPageToPage() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    int size = Math.min(64 * 1024, backend().limits().maxValueBytes());
    for (int id = 0; id < 40; id++) {
      rows.add(
          ObjectRow.immutable(
              TestRows.key(scope, id),
              TestRows.noise(seed().random("page " + id), size),
              TestRows.CREATED));
    }
    backend().write(rows);
    assertEquals(
        new HashSet<>(rows),
        new HashSet<>(scan(scope).all()),
        "a scan visits every row that is there throughout, and once");
    assertEquals(
        new HashSet<>(rows),
        new HashSet<>(scan(scope).inSteps(17, row -> {})),
        "a scan in steps visits what a whole one visits");
  }

  @Test
  default void scanOfObjectsResumesThoughTheRowWhereItStoppedIsGone() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = write(scope, 8);
    List<ObjectRow> visited = scan(scope).inSteps(1, row -> backend().delete(List.of(row.key())));
    assertEquals(
        new HashSet<>(rows),
        new HashSet<>(visited),
        "a scan visits every row that is there throughout, and once");
    assertEquals(List.of(), scan(scope).all(), "a scan that ended visits nothing that was deleted");
  }

  @Test
  default void scanOfObjectsWhileTheyAreWrittenMissesAndRepeatsNone() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    Set<ObjectKey> stay = new HashSet<>();
    for (int id = 1_000; id < 1_010; id++) {
      ObjectRow first = TestRows.updateable(TestRows.key(scope, id), "first");
      ObjectRow second = TestRows.next(first, "second");
      Expect.applied(backend().insert(first));
      Expect.applied(backend().swap(TestRows.tokenOf(first), second));
      rows.add(second);
      stay.add(first.key());
    }
    for (int step : new int[] {3, Integer.MAX_VALUE}) {
      Set<ObjectRow> allowed = new HashSet<>(rows);
      List<ObjectRow> visited =
          scan(scope)
              .inSteps(
                  step,
                  row -> {
                    for (long id : new long[] {allowed.size(), 2_000 + allowed.size()}) {
                      ObjectRow added = TestRows.immutable(scope, id);
                      backend().write(List.of(added));
                      allowed.add(added);
                      // Rows that are added ahead of the scan could keep it going forever.
                      backend().delete(List.of(added.key()));
                    }
                    ObjectRow changed = TestRows.next(rows.get(0), "changed");
                    Expect.applied(backend().swap(TestRows.tokenOf(rows.get(0)), changed));
                    rows.remove(0);
                    rows.add(changed);
                    allowed.add(changed);
                  });
      Set<ObjectKey> seen = new HashSet<>();
      for (ObjectRow row : visited) {
        assertTrue(allowed.contains(row), () -> "older than the scan: " + row);
        seen.add(row.key());
      }
      assertTrue(seen.containsAll(stay), () -> "visited only " + seen);
    }
  }

  // A sweep that took a failed scan for a complete one would delete what it did not see.
  @Test
  default void failureOfAVisitorOfObjectsEndsTheScanAndReachesTheCaller() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = write(scope, 3);
    List<ObjectRow> visited = new ArrayList<>();
    assertThrows(
        VisitedRows.VisitorFailure.class,
        () -> scan(scope).inSteps(rows.size(), row -> VisitedRows.failAfter(2, visited, row)),
        "the failure of a visitor reaches the caller of the scan");
    assertEquals(2, visited.size(), "a visitor that failed gets no more rows");
  }

  // A backend that cannot cut its scans has no parts, and nothing to prove here.
  @Test
  default void partsOfAScanVisitEveryObjectOnce() {
    Set<ObjectRow> rows = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      rows.addAll(write(TestRows.scope(), 40));
      ObjectRow named =
          TestRows.updateable(TestRows.named(TestRows.scope(), "named " + i), "named");
      Expect.applied(backend().insert(named));
      rows.add(named);
    }
    for (int parts : new int[] {1, 2, 7}) {
      List<ScanPosition> begins = backend().splitObjects(parts);
      assertTrue(begins.size() <= parts, () -> begins.size() + " parts for " + parts);
      for (int step : new int[] {1, 5, Integer.MAX_VALUE}) {
        List<ObjectRow> visited = new ArrayList<>();
        for (ScanPosition begin : begins) {
          visited.addAll(part(begin, rows).inSteps(step, row -> {}));
        }
        if (!begins.isEmpty()) {
          assertEquals(rows.size(), visited.size(), "the parts of a scan visit no row twice");
          assertEquals(rows, new HashSet<>(visited), "the parts of a scan visit every row");
        }
      }
    }
  }

  // A scan of one part does not see what happens in the others.
  @Test
  default void partsOfAScanStayAsTheyWereCut() {
    Set<ObjectRow> rows = new HashSet<>(writeAllOver(100));
    List<ScanPosition> begins = backend().splitObjects(4);
    Set<ObjectRow> visited = new HashSet<>();
    for (ScanPosition begin : begins) {
      for (ObjectRow row : part(begin, rows).inSteps(7, row -> {})) {
        assertTrue(visited.add(row), () -> "visited in two parts: " + row);
        backend().delete(List.of(row.key()));
      }
      var unused = writeAllOver(40);
    }
    if (!begins.isEmpty()) {
      assertEquals(rows, visited, "the parts of a scan stay as they were cut");
    }
  }

  private List<ObjectRow> writeAllOver(int count) {
    List<ObjectRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TestRows.immutable(TestRows.scope(), i));
    }
    backend().write(rows);
    return rows;
  }

  private VisitedRows<ObjectRow> part(ScanPosition begin, Set<ObjectRow> ours) {
    return new VisitedRows<>(
        (after, visitor) ->
            backend()
                .scanObjects(
                    Optional.empty(),
                    Optional.empty(),
                    ScanBound.NONE,
                    Optional.of(after.orElse(begin)),
                    visitor),
        ObjectRow::key,
        ours::contains);
  }

  // Scans for a selection, in one go and in steps, and compares with what of the rows it selects.
  private void visits(List<ObjectRow> rows, Optional<Scope> scope, Optional<String> type) {
    Predicate<ObjectRow> selected =
        row ->
            (scope.isEmpty() || scope.get().equals(row.key().scope()))
                && (type.isEmpty() || type.get().equals(row.key().type()));
    Set<ObjectRow> expected = new HashSet<>(rows.stream().filter(selected).toList());
    Set<ObjectRow> known = new HashSet<>(rows);
    // Only a scan of everything may meet rows of others.
    Predicate<ObjectRow> ours = row -> scope.isPresent() || type.isPresent() || known.contains(row);
    VisitedRows<ObjectRow> scans =
        new VisitedRows<>(
            (after, visitor) -> backend().scanObjects(scope, type, ScanBound.NONE, after, visitor),
            ObjectRow::key,
            ours);
    assertEquals(
        expected,
        new HashSet<>(scans.all()),
        "a scan visits every row that is there throughout, and once");
    assertEquals(
        expected,
        new HashSet<>(scans.inSteps(1, row -> {})),
        "a scan in steps visits what a whole one visits");
    assertEquals(
        expected,
        new HashSet<>(scans.inSteps(4, row -> {})),
        "a scan in steps visits what a whole one visits");
  }

  private VisitedRows<ObjectRow> scan(Scope scope) {
    return new VisitedRows<>(
        (after, visitor) ->
            backend()
                .scanObjects(
                    Optional.of(scope), Optional.of(TestRows.TYPE), ScanBound.NONE, after, visitor),
        ObjectRow::key,
        row -> true);
  }

  private List<ObjectRow> write(Scope scope, int count) {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      rows.add(TestRows.immutable(scope, id));
    }
    backend().write(rows);
    return rows;
  }
}
