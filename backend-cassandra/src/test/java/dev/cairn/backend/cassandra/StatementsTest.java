package dev.cairn.backend.cassandra;

import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_ONE;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.LOCAL_SERIAL;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.DefaultConsistencyLevel.SERIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TestRun;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The statements that are sent: conditional or not, at which consistency, and whether repeated. */
class StatementsTest {
  private static final List<Layout> SWAPPED =
      List.of(Layout.REFERENCES, Layout.UPDATEABLE, Layout.SCHEMA);

  @RegisterExtension final TestRun run = new TestRun();

  private final Scope scope = CassandraRows.scope();
  private CassandraServer server;
  private Recorder recorder;
  private Backend backend;

  @BeforeEach
  void connect() {
    server = CassandraServer.of(run);
    recorder = new Recorder(server.session());
    backend = on(server.settings());
  }

  private Backend on(TestSettings settings) {
    return CassandraBackend.on(recorder.session(), settings.settings(), InstantSource.system());
  }

  @Test
  void theTimeIsAskedOfOneNodeByOneStatement() {
    assertTrue(backend.time().isPresent());
    assertEquals(1, recorder.sent().size());
  }

  /** Every call of a backend, with conflicts. */
  private List<Statement<?>> all() {
    writeAll();
    for (ReadMode mode : ReadMode.values()) {
      var unused = backend.readReference(CassandraRows.reference(scope).key(), mode);
      var unusedToo = backend.fetch(objects(), mode);
    }
    var unused = backend.scanReferences(Optional.of(scope), Optional.empty(), row -> true);
    unused =
        backend.scanObjects(
            Optional.of(scope), Optional.empty(), ScanBound.NONE, Optional.empty(), row -> true);
    backend.verifySchema();
    assertTrue(backend.health().healthy());
    assertNotNull(backend.estimateSize());
    return recorder.sent();
  }

  private List<ObjectKey> objects() {
    return List.of(CassandraRows.numbered(scope, 1), CassandraRows.updateable(scope).key());
  }

  private void writeAll() {
    ReferenceRow reference = CassandraRows.reference(scope);
    ReferenceRow fenced = reference.fence(CassandraRows.token());
    for (CasResult<?> conflict :
        List.of(
            backend.swapReference(CassandraRows.token(), fenced),
            backend.removeReference(reference.key(), CassandraRows.token()))) {
      assertEquals(CasResult.conflictWithNothing(), conflict);
    }
    applied(backend.insertReference(reference));
    applied(backend.swapReference(reference.token(), fenced));
    applied(backend.removeReference(fenced.key(), fenced.token()));
    ObjectRow first = CassandraRows.updateable(scope);
    ObjectRow next = CassandraRows.next(first);
    applied(backend.insert(first));
    applied(backend.swap(first.token().orElseThrow(), next));
    applied(backend.deleteIf(next.key(), next.token().orElseThrow()));
    backend.write(List.of(CassandraRows.immutable(scope, 1)));
    backend.delete(List.of(CassandraRows.numbered(scope, 1)));
  }

  private static void applied(CasResult<?> result) {
    assertEquals(CasResult.applied(), result);
  }

  private static boolean isWrite(Statement<?> statement) {
    return Recorder.text(statement).matches("(INSERT|UPDATE|DELETE|BEGIN|TRUNCATE).*");
  }

  private boolean isOf(Layout layout, Statement<?> statement) {
    return Recorder.text(statement).contains(server.keyspace() + "." + layout.name() + " ");
  }

  @Test
  void rowsThatAreSwappedAreWrittenByLightweightTransactionsThatAreSentOnce() {
    int writes = 0;
    for (Statement<?> statement : all()) {
      if (isWrite(statement) && SWAPPED.stream().anyMatch(layout -> isOf(layout, statement))) {
        writes++;
        String text = Recorder.text(statement);
        assertTrue(text.contains(" IF "), text);
        assertEquals(false, statement.isIdempotent(), text);
        assertEquals(Connector.CONDITIONAL, statement.getExecutionProfileName(), text);
        levels(statement, LOCAL_QUORUM, LOCAL_SERIAL);
      }
    }
    assertEquals(8, writes);
  }

  @Test
  void immutableRowsAreWrittenPlainlyAndMayBeSentAgain() {
    List<Statement<?>> writes =
        all().stream()
            .filter(StatementsTest::isWrite)
            .filter(statement -> isOf(Layout.IMMUTABLE, statement))
            .toList();
    assertEquals(2, writes.size());
    for (Statement<?> statement : writes) {
      String text = Recorder.text(statement);
      assertFalse(text.contains(" IF "), text);
      assertEquals(true, statement.isIdempotent(), text);
      levels(statement, LOCAL_QUORUM, null);
    }
  }

  @Test
  void strongReadsAreSerialWhereRowsAreSwappedAndWeakOnesAskOneReplica() {
    ReferenceRow row = CassandraRows.reference(scope);
    var unused = backend.readReference(row.key(), ReadMode.STRONG);
    Statement<?> serial = recorder.sent().get(0);
    levels(serial, LOCAL_SERIAL, null);
    assertEquals(true, serial.isIdempotent());
    assertEquals(Connector.SERIAL_READ, serial.getExecutionProfileName());
    unused = backend.readReference(row.key(), ReadMode.WEAK);
    levels(recorder.sent().get(0), LOCAL_ONE, null);
    List<Optional<ObjectRow>> missing = List.of(Optional.empty());
    assertEquals(
        missing, backend.fetch(List.of(CassandraRows.updateable(scope).key()), ReadMode.STRONG));
    levels(recorder.sent().get(0), LOCAL_SERIAL, null);
    // A missing numeric ID is looked up among both kinds.
    assertEquals(
        missing, backend.fetch(List.of(CassandraRows.numbered(scope, 1)), ReadMode.STRONG));
    List<Statement<?>> both = recorder.sent();
    assertEquals(2, both.size());
    levels(both.get(0), LOCAL_QUORUM, null);
    levels(both.get(1), LOCAL_SERIAL, null);
    var unusedToo = backend.scanReferences(Optional.empty(), Optional.empty(), each -> false);
    levels(recorder.sent().get(0), LOCAL_QUORUM, null);
  }

  @Test
  void globalDomainHasGlobalLevels() {
    backend = on(server.settings().with(CassandraBackendFactory.CAS_DOMAIN, "global"));
    writeAll();
    for (Statement<?> statement : recorder.sent()) {
      boolean isPlain = isOf(Layout.IMMUTABLE, statement);
      levels(statement, QUORUM, isPlain ? null : SERIAL);
    }
    var unused = backend.readReference(CassandraRows.reference(scope).key(), ReadMode.STRONG);
    levels(recorder.sent().get(0), SERIAL, null);
  }

  private static void levels(Statement<?> statement, ConsistencyLevel level, ConsistencyLevel cas) {
    assertEquals(level, statement.getConsistencyLevel(), Recorder.text(statement));
    assertEquals(cas, statement.getSerialConsistencyLevel(), Recorder.text(statement));
  }

  @Test
  void everyStatementNamesAWholeKeyOrAPartOfTheRingAndHasItsTime() {
    List<Statement<?>> all = all();
    for (Statement<?> statement : all) {
      String text = Recorder.text(statement);
      assertFalse(text.contains("ALLOW FILTERING"), text);
      assertFalse(text.contains("BATCH"), text);
      assertNotNull(statement.getTimeout(), text);
      for (Layout layout : Layout.ALL) {
        if (isOf(layout, statement) && !text.startsWith("INSERT")) {
          assertTrue(
              text.contains("WHERE " + layout.whereKey())
                  || text.contains("WHERE token(" + layout.keyNames() + ") >= ?"),
              text);
        }
      }
    }
    assertTrue(all.size() > 20, () -> "only " + all.size());
  }

  @Test
  void conflictComesWithTheWholeRowAndCostsNoRead() {
    ReferenceRow row = CassandraRows.reference(scope);
    applied(backend.insertReference(row));
    ObjectRow object = CassandraRows.updateable(scope);
    applied(backend.insert(object));
    var unused = recorder.sent();
    Token stale = CassandraRows.token();
    for (CasResult<ReferenceRow> conflict :
        List.of(
            backend.insertReference(CassandraRows.reference(scope)),
            backend.swapReference(stale, row.fence(CassandraRows.token())),
            backend.removeReference(row.key(), stale))) {
      assertEquals(CasResult.conflictWith(row), conflict);
    }
    for (CasResult<ObjectRow> conflict :
        List.of(
            backend.insert(CassandraRows.updateable(scope)),
            backend.swap(stale, CassandraRows.next(object)),
            backend.deleteIf(object.key(), stale))) {
      assertEquals(CasResult.conflictWith(object), conflict);
    }
    assertEquals(6, recorder.sent().size());
  }

  @Test
  void bulkCallsKeepToTheirBound() {
    backend = on(server.settings().with(CassandraBackendFactory.MAX_IN_FLIGHT, "3"));
    List<ObjectRow> rows =
        LongStream.range(0, 60).mapToObj(id -> CassandraRows.immutable(scope, id)).toList();
    List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
    backend.write(rows);
    var unused = backend.fetch(keys, ReadMode.STRONG);
    backend.delete(keys);
    unused = backend.fetch(keys, ReadMode.STRONG);
    assertEquals(60 * 5, recorder.sent().size());
    assertTrue(recorder.mostUnderWay() <= 3, () -> recorder.mostUnderWay() + " at once");
  }

  @Test
  void schemaIsDefinedByStatementsThatAreSentOnce() {
    String keyspace = CassandraServer.newKeyspace("statements");
    on(server.settings().keyspace(keyspace)).createSchema();
    try {
      List<Statement<?>> sent = recorder.sent();
      List<Statement<?>> definitions =
          sent.stream().filter(each -> Recorder.text(each).startsWith("CREATE ")).toList();
      assertEquals(1 + Layout.ALL.size(), definitions.size());
      definitions.forEach(each -> assertEquals(false, each.isIdempotent(), Recorder.text(each)));
      List<Statement<?>> record =
          sent.stream().filter(each -> Recorder.text(each).startsWith("INSERT ")).toList();
      assertEquals(1, record.size());
      // Across all datacenters, since this record makes them agree.
      levels(record.get(0), QUORUM, SERIAL);
      assertEquals(false, record.get(0).isIdempotent());
      assertEquals(Connector.CONDITIONAL, record.get(0).getExecutionProfileName());
    } finally {
      server.define("DROP KEYSPACE " + keyspace);
    }
  }
}
