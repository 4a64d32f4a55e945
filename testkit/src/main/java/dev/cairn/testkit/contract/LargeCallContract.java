package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Calls that are larger than one request of a database may be: bulk calls take any number of rows,
 * and the backend splits them, by the number of rows and by their bytes.
 */
public interface LargeCallContract extends ContractPart {
  /**
   * More than a request or a reply of the usual databases: DynamoDB, Cassandra and MariaDB take 16
   * MB by default, MongoDB as much for a document.
   */
  int MORE_BYTES = 20 << 20;

  /** More than the parameters of a statement, the keys of a list or the rows of a batch may be. */
  int MORE_ROWS = 4_200;

  @Test
  default void bulkCallsMayCarryMoreBytesThanARequest() {
    List<ObjectRow> rows = largeRows(TestRows.scope());
    backend().write(rows);
    fetched(rows, "rows of %d bytes in all, written and fetched by one call each");
    scanned(rows);
    deleted(rows);
  }

  @Test
  default void bulkCallsMayHaveThousandsOfRows() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < MORE_ROWS; id++) {
      rows.add(TestRows.immutable(scope, id));
    }
    backend().write(rows);
    fetched(rows, "many rows of %d bytes in all, written and fetched by one call each");
    deleted(rows);
  }

  @Test
  default void writeAndSwapMayCarryMoreBytesThanARequest() {
    Scope scope = TestRows.scope();
    ReferenceRow first = TestRows.reference(scope, "main");
    Expect.applied(backend().insertReference(first));
    List<ObjectRow> rows = largeRows(scope);
    ReferenceRow next = first.moveTo(1, EarlierHeads.none(), TestRows.token());
    Expect.applied(backend().writeAndSwap(rows, first.token(), next));
    Expect.there(backend(), next);
    fetched(rows, "rows of %d bytes in all, written together with a swap");
    deleted(rows);
  }

  private List<ObjectRow> largeRows(Scope scope) {
    Random random = seed().random("large calls");
    int size = backend().limits().maxValueBytes();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id <= MORE_BYTES / size; id++) {
      rows.add(
          ObjectRow.immutable(
              TestRows.key(scope, id), TestRows.noise(random, size), TestRows.CREATED));
    }
    return rows;
  }

  private static List<ObjectKey> keys(List<ObjectRow> rows) {
    return rows.stream().map(ObjectRow::key).toList();
  }

  // Rows of this size are named, not shown.
  private void fetched(List<ObjectRow> rows, String what) {
    long bytes = rows.stream().mapToLong(row -> row.value().length()).sum();
    String guarantee = what.formatted(bytes);
    List<Optional<ObjectRow>> found = backend().fetch(keys(rows), ReadMode.STRONG);
    assertEquals(rows.size(), found.size(), "answers of one fetch for " + guarantee);
    for (int i = 0; i < rows.size(); i++) {
      ObjectRow row = rows.get(i);
      assertTrue(found.get(i).isPresent(), () -> "missing among " + guarantee + ": " + row.key());
      assertTrue(
          found.get(i).get().equals(row), () -> "changed among " + guarantee + ": " + row.key());
    }
  }

  private void scanned(List<ObjectRow> rows) {
    Scope scope = rows.get(0).key().scope();
    Set<ObjectKey> visited = new HashSet<>();
    backend()
        .scanObjects(
            Optional.of(scope),
            Optional.empty(),
            ScanBound.NONE,
            Optional.empty(),
            row -> assertVisitedOnce(visited, row.key()));
    assertEquals(Set.copyOf(keys(rows)), visited, "rows that a scan of large rows visits");
  }

  private static boolean assertVisitedOnce(Set<ObjectKey> visited, ObjectKey key) {
    assertTrue(visited.add(key), () -> "a scan of large rows visits a row twice: " + key);
    return true;
  }

  private void deleted(List<ObjectRow> rows) {
    backend().delete(keys(rows));
    List<ObjectKey> left =
        backend().fetch(keys(rows), ReadMode.STRONG).stream()
            .flatMap(Optional::stream)
            .map(ObjectRow::key)
            .toList();
    assertEquals(List.of(), left, "rows that one call for many keys left undeleted");
  }
}
