package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What backends on key-value stores share; the testkit's suites try it on real ones. */
class KeyValueBackendTest {
  private static final Scope SCOPE = new Scope("acme", "sales");

  private final FakeTable references = new FakeTable();
  private final FakeTable objects = new FakeTable();
  private final FakeBackend backend = new FakeBackend(references, objects);

  private static ObjectRow object(long id, int bytes) {
    ObjectKey key = new ObjectKey(SCOPE, "thing", ObjectId.of(id));
    return ObjectRow.immutable(key, Bytes.wrap(new byte[bytes]), 1);
  }

  private static ReferenceRow reference(Token token) {
    return ReferenceRow.create(new ReferenceKey(SCOPE, "main"), token, 1);
  }

  @Test
  void rowsAreWrittenOnceEachInTheOrderOfKeysAndInBatchesOfTheLimit() {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 1; id <= 25; id++) {
      rows.add(object(id, 10));
    }
    Collections.reverse(rows);
    rows.add(object(7, 10));
    backend.write(rows);
    assertEquals(List.of(10, 10, 5), objects.batches);
    assertEquals(25, objects.rows.size());
    assertEquals(new ArrayList<>(objects.rows.keySet()), objects.written);
  }

  @Test
  void batchEndsBeforeItHasTooManyBytes() {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 1; id <= 5; id++) {
      rows.add(object(id, 2 << 20));
    }
    backend.write(rows);
    assertEquals(List.of(2, 2, 1), objects.batches);
  }

  @Test
  void scanOfManyPagesVisitsEachRowOnceAndGoesOnWhereItStopped() {
    List<Long> visited = new ArrayList<>();
    for (int id = 1; id <= 1_000; id++) {
      backend.write(List.of(object(id, 1)));
    }
    Optional<ScanPosition> stopped = scan(visited, 500, Optional.empty());
    assertTrue(stopped.isPresent());
    assertEquals(Optional.empty(), scan(visited, Integer.MAX_VALUE, stopped));
    List<Long> all = new ArrayList<>();
    for (long id = 1; id <= 1_000; id++) {
      all.add(id);
    }
    assertEquals(all, visited);
  }

  private Optional<ScanPosition> scan(
      List<Long> visited, int most, Optional<ScanPosition> position) {
    return backend.scanObjects(
        Optional.of(SCOPE),
        Optional.of("thing"),
        ScanBound.NONE,
        position,
        row -> {
          visited.add(row.key().id().toLong());
          return visited.size() < most;
        });
  }

  // A statement waits for another transaction and then reads the row in its own, older snapshot.
  @Test
  void conflictWithARowThatStillHasTheExpectedTokenReportsNothing() {
    ReferenceRow row = reference(new Token(1, 1));
    references.nextConflict = RowFormat.encode(row);
    assertEquals(
        CasResult.conflict(), backend.swapReference(row.token(), row.fence(new Token(2, 2))));
    references.nextConflict = RowFormat.encode(row);
    assertEquals(
        CasResult.conflictWith(row),
        backend.swapReference(new Token(3, 3), row.fence(new Token(2, 2))));
  }

  @Test
  void rowWhoseTokenIsNotTheOneInItsContentIsDamaged() {
    ReferenceRow row = reference(new Token(1, 1));
    Bytes key = RowKeys.encode(row.key());
    Optional<Bytes> other = Optional.of(new Token(2, 2).toBytes());
    references.rows.put(key, new KeyValueRow(key, other, RowFormat.encode(row)));
    assertThrows(
        DamagedDataException.class, () -> backend.readReference(row.key(), ReadMode.STRONG));
  }

  private static final class FakeTable implements KeyValueTable {
    private final TreeMap<Bytes, KeyValueRow> rows = new TreeMap<>();
    private final List<Integer> batches = new ArrayList<>();
    private final List<Bytes> written = new ArrayList<>();
    private Bytes nextConflict = Bytes.empty();

    @Override
    public List<KeyValueRow> read(List<Bytes> keys) {
      return keys.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    @Override
    public CasResult<Bytes> insert(KeyValueRow row) {
      rows.put(row.key(), row);
      return CasResult.applied();
    }

    @Override
    public CasResult<Bytes> swap(Token expected, KeyValueRow next) {
      return CasResult.conflictWith(nextConflict);
    }

    @Override
    public CasResult<Bytes> remove(Bytes key, Token expected) {
      return CasResult.conflictWithNothing();
    }

    @Override
    public void write(List<KeyValueRow> batch) {
      batches.add(batch.size());
      for (KeyValueRow row : batch) {
        written.add(row.key());
        rows.put(row.key(), row);
      }
    }

    @Override
    public void delete(List<Bytes> keys) {
      keys.forEach(rows::remove);
    }

    @Override
    public List<KeyValueRow> page(Bytes from, Bytes end, int limit) {
      return rows.subMap(from, end).values().stream().limit(limit).toList();
    }

    @Override
    public List<Bytes> sample(int keys) {
      return List.copyOf(rows.keySet());
    }
  }

  private static final class FakeBackend extends KeyValueBackend {
    FakeBackend(KeyValueTable references, KeyValueTable objects) {
      super(new Limits(4 << 20, 10, 10), references, objects);
    }

    @Override
    protected void checkOpen() {}

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public void createSchema() {}

    @Override
    public void verifySchema() {}

    @Override
    public String describeSchema() {
      return "none";
    }

    @Override
    public Health health() {
      return new Health(true, "fake");
    }

    @Override
    public SizeEstimate estimateSize() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
