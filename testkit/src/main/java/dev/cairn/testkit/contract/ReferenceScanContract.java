package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Scans of references: every row once, in one go or in steps, while others write. */
public interface ReferenceScanContract extends ContractPart {
  @Test
  default void scanOfAScopeVisitsItsReferencesOnceTombstonesIncluded() {
    Scope scope = TestRows.scope();
    Set<ReferenceRow> expected = new HashSet<>(insert(scope, 10));
    ReferenceRow live = TestRows.reference(scope, "deleted");
    ReferenceRow tombstone = live.tombstone(TestRows.token(), TestRows.CREATED);
    Expect.applied(backend().insertReference(live));
    Expect.applied(backend().swapReference(live.token(), tombstone));
    expected.add(tombstone);
    assertEquals(
        expected,
        new HashSet<>(scanOf(scope).all()),
        "a scan visits every row that is there throughout, and once");
  }

  @Test
  default void scanOfAScopeLeavesOutScopesThatLookLikeIt() {
    Scope scope = TestRows.scope();
    String tenant = scope.tenantId();
    String catalog = scope.catalogId();
    List<ReferenceRow> expected = insert(scope, 3);
    for (Scope other :
        List.of(
            new Scope(tenant + ":" + catalog, catalog),
            new Scope(tenant, catalog + ":x"),
            new Scope(tenant, catalog + "x"),
            new Scope(tenant + "x", catalog),
            new Scope(tenant, "a"),
            new Scope(tenant, "z"))) {
      insert(other, 2);
    }
    assertEquals(
        new HashSet<>(expected),
        new HashSet<>(scanOf(scope).all()),
        "a scan visits every row that is there throughout, and once");
    assertEquals(
        new HashSet<>(expected),
        new HashSet<>(scanOf(scope).inSteps(1, row -> {})),
        "a scan in steps visits what a whole one visits");
  }

  @Test
  default void scanOfAnUnknownScopeVisitsNothingAndEnds() {
    insert(TestRows.scope(), 2);
    assertEquals(
        List.of(),
        scanOf(TestRows.scope()).all(),
        "a scan of a scope without references visits nothing");
  }

  @Test
  default void scanOfAllVisitsTheReferencesOfEveryScope() {
    Scope one = TestRows.scope();
    Scope two = TestRows.scope();
    Set<ReferenceRow> expected = new HashSet<>(insert(one, 3));
    expected.addAll(insert(two, 3));
    VisitedRows<ReferenceRow> scans = scanOfAll(Set.of(one, two));
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

  @Test
  default void scanOfReferencesResumesWhereItStopped() {
    Scope scope = TestRows.scope();
    Set<ReferenceRow> expected = new HashSet<>(insert(scope, 12));
    for (int step : new int[] {1, 2, 5, 11, 12, 13}) {
      assertEquals(
          expected,
          new HashSet<>(scanOf(scope).inSteps(step, row -> {})),
          "a scan in steps visits what a whole one visits");
    }
  }

  @Test
  default void scanOfReferencesResumesThoughTheRowWhereItStoppedIsGone() {
    Scope scope = TestRows.scope();
    Set<ReferenceRow> expected = new HashSet<>(insert(scope, 8));
    List<ReferenceRow> visited =
        scanOf(scope)
            .inSteps(1, row -> Expect.applied(backend().removeReference(row.key(), row.token())));
    assertEquals(
        expected,
        new HashSet<>(visited),
        "a scan visits every row that is there throughout, and once");
    assertEquals(
        List.of(), scanOf(scope).all(), "a scan that ended visits nothing that was deleted");
  }

  @Test
  default void scanOfReferencesWhileTheyAreWrittenMissesAndRepeatsNone() {
    Scope scope = TestRows.scope();
    List<ReferenceRow> old = insert(scope, 10);
    List<ReferenceRow> rows = new ArrayList<>();
    for (ReferenceRow row : old) {
      ReferenceRow next = row.fence(TestRows.token());
      Expect.applied(backend().swapReference(row.token(), next));
      rows.add(next);
    }
    for (int step : new int[] {3, Integer.MAX_VALUE}) {
      Set<ReferenceRow> allowed = new HashSet<>(rows);
      List<ReferenceRow> visited =
          scanOf(scope)
              .inSteps(
                  step,
                  row -> {
                    ReferenceRow added = TestRows.reference(scope, "added " + TestRows.token());
                    Expect.applied(backend().insertReference(added));
                    allowed.add(added);
                    ReferenceRow changed = rows.get(0).fence(TestRows.token());
                    Expect.applied(backend().swapReference(rows.get(0).token(), changed));
                    rows.remove(0);
                    rows.add(changed);
                    allowed.add(changed);
                    // Rows that are added ahead of the scan could keep it going forever.
                    Expect.applied(backend().removeReference(added.key(), added.token()));
                  });
      visited.forEach(
          row -> assertTrue(allowed.contains(row), () -> "older than the scan: " + row));
      Set<String> names = new HashSet<>();
      visited.forEach(row -> names.add(row.key().name()));
      old.forEach(row -> assertTrue(names.contains(row.key().name()), () -> "missed: " + row));
    }
  }

  @Test
  default void failureOfAVisitorOfReferencesEndsTheScanAndReachesTheCaller() {
    Scope scope = TestRows.scope();
    List<ReferenceRow> rows = insert(scope, 3);
    List<ReferenceRow> visited = new ArrayList<>();
    assertThrows(
        VisitedRows.VisitorFailure.class,
        () -> scanOf(scope).inSteps(rows.size(), row -> VisitedRows.failAfter(2, visited, row)),
        "the failure of a visitor reaches the caller of the scan");
    assertEquals(2, visited.size(), "a visitor that failed gets no more rows");
  }

  private List<ReferenceRow> insert(Scope scope, int count) {
    List<ReferenceRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ReferenceRow row = TestRows.reference(scope, "reference " + i);
      Expect.applied(backend().insertReference(row));
      rows.add(row);
    }
    return rows;
  }

  private VisitedRows<ReferenceRow> scanOf(Scope scope) {
    return new VisitedRows<>(
        (after, visitor) -> backend().scanReferences(Optional.of(scope), after, visitor),
        ReferenceRow::key,
        row -> true);
  }

  private VisitedRows<ReferenceRow> scanOfAll(Set<Scope> ours) {
    return new VisitedRows<>(
        (after, visitor) -> backend().scanReferences(Optional.empty(), after, visitor),
        ReferenceRow::key,
        row -> ours.contains(row.key().scope()));
  }
}
