package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reply to a commit is lost. A client that then gets a 409 deletes the manifest list of a
 * snapshot that is in the table; this must not happen, whichever server answers its repetition.
 */
class LostReplyTest {
  private static final TableIdentifier ORDERS = TableIdentifier.of("sales", "orders");
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final String COMMIT = "add-snapshot";

  @TempDir private Path directory;
  private ServerFixture fixture;
  private TcpProxy proxy;
  private RESTCatalog catalog;

  @BeforeEach
  void open() {
    open(Map.of());
  }

  private void open(Map<String, String> settings) {
    fixture =
        new ServerFixture(
            directory, directory, settings, Map.of("io-impl", GatedFileIO.class.getName()));
    proxy = TcpProxy.to(address(fixture.server));
    catalog = client(Map.of());
    catalog.createNamespace(Namespace.of("sales"));
    catalog.createTable(ORDERS, SCHEMA);
  }

  private static InetSocketAddress address(IcebergServer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
  }

  private RESTCatalog client(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("uri", "http://127.0.0.1:" + proxy.address().getPort());
    return fixture.client(all);
  }

  @AfterEach
  void close() throws IOException {
    catalog.close();
    proxy.close();
    fixture.close();
  }

  private void append(String file) {
    Table table = catalog.loadTable(ORDERS);
    table.newFastAppend().appendFile(file(table, file)).commit();
  }

  private static DataFile file(Table table, String name) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(table.location() + "/data/" + name)
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  /** The repetition got the first answer, rather than one that the client copes with. */
  private void assertReplayed(IcebergServer server) {
    HttpCaller http = new HttpCaller(fixture.uri());
    String address = "http://127.0.0.1:" + server.managementPort() + "/metrics";
    String replayed =
        "cairn_server_request_seconds_count{operation=\"update-table\",outcome=\"replayed\"} 1";
    // A client may have its answer before the server has counted it.
    String metrics = http.absolute(address).body();
    for (int i = 0; i < 1_000 && !metrics.contains(replayed); i++) {
      metrics = http.absolute(address).body();
    }
    assertTrue(metrics.contains(replayed), metrics);
    assertFalse(metrics.contains("operation=\"update-table\",outcome=\"refused\""), metrics);
  }

  /** The table has exactly these appends, and everything that it names is there. */
  @SuppressWarnings("deprecation")
  private void assertIntact(int snapshots) throws IOException {
    try (RESTCatalog direct = fixture.client(Map.of())) {
      Table table = direct.loadTable(ORDERS);
      int found = 0;
      for (Snapshot each : table.snapshots()) {
        assertTrue(table.io().newInputFile(each.manifestListLocation()).exists());
        assertFalse(each.allManifests(table.io()).isEmpty());
        found++;
      }
      assertEquals(snapshots, found);
      assertEquals(
          Integer.toString(snapshots), table.currentSnapshot().summary().get("total-data-files"));
    }
  }

  @Test
  void theClientRepeatsWithItsKeyAndTheTableIsIntact() throws IOException {
    append("a.parquet");
    Trap lost = proxy.trap(COMMIT, Fate.CUT_REPLY);
    append("b.parquet");
    assertEquals(1, lost.met());
    assertReplayed(fixture.server);
    assertIntact(2);
    append("c.parquet");
    assertIntact(3);
  }

  /** What is recognized without a key has two updates; this commit has more. */
  @Test
  void aLargerCommitIsAnsweredThanksToItsKey() throws IOException {
    append("a.parquet");
    Table table = catalog.loadTable(ORDERS);
    Transaction transaction = table.newTransaction();
    transaction.updateProperties().set("changed", "yes").commit();
    transaction.newFastAppend().appendFile(file(table, "b.parquet")).commit();
    Trap sent = proxy.count(COMMIT);
    Trap lost = proxy.trap(COMMIT, Fate.CUT_REPLY);
    transaction.commitTransaction();
    assertEquals(1, lost.met());
    assertEquals(2, sent.met(), "the first request and one repetition");
    assertReplayed(fixture.server);
    assertIntact(2);
    assertEquals("yes", catalog.loadTable(ORDERS).properties().get("changed"));
  }

  @Test
  void aDuplicateInFlightNeverMakesTheClientGiveUp() throws Exception {
    append("a.parquet");
    GatedFileIO.Gate gate = GatedFileIO.Gate.closed();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Trap sent = proxy.count(COMMIT);
      Future<?> append = executor.submit(() -> append("b.parquet"));
      gate.reached().await();
      proxy.cutAll();
      while (sent.met() < 2) {
        Thread.onSpinWait(); // the client repeats its request while the first one is executed
      }
      gate.opened().countDown();
      append.get();
    } finally {
      executor.shutdown();
    }
    assertIntact(2);
  }

  @Test
  void anotherServerAnswersTheRepetition() throws Exception {
    append("a.parquet");
    try (IcebergServer other = IcebergServer.start(fixture.cairn, fixture.configuration)) {
      Trap lost = proxy.trap(COMMIT, Fate.HOLD_REPLY);
      ExecutorService executor = Executors.newSingleThreadExecutor();
      try {
        Future<?> append = executor.submit(() -> append("b.parquet"));
        lost.awaitReply();
        proxy.retarget(address(other));
        proxy.cutAll();
        append.get();
      } finally {
        executor.shutdown();
      }
      assertReplayed(other);
      assertIntact(2);
    }
  }

  @Test
  void aClientWithoutKeysKeepsItsFilesAndARepetitionIsRecognized() throws IOException {
    close();
    open(
        Map.of(
            "cairn.rocksdb.path",
            directory.resolve("unkeyed").toString(),
            "cairn.idempotency.enabled",
            "false"));
    append("a.parquet");
    proxy.trap(COMMIT, Fate.CUT_REPLY);
    assertThrows(RESTException.class, () -> append("b.parquet"));
    assertIntact(2);
    append("c.parquet");
    assertIntact(3);
  }

  @Test
  void anAppendThatAProxySendsTwiceWithoutAKeyIsAppliedOnce() {
    HttpCaller http = new HttpCaller(fixture.uri());
    String path = http.path("/namespaces/sales/tables/orders");
    String body =
        """
        {"requirements": [{"type": "assert-ref-snapshot-id", "ref": "main", "snapshot-id": null}],
         "updates": [
           {"action": "add-snapshot", "snapshot": {"snapshot-id": 7, "sequence-number": 1,
             "timestamp-ms": %s, "manifest-list": "file:/x/7.avro", "schema-id": 0,
             "summary": {"operation": "append"}}},
           {"action": "set-snapshot-ref", "ref-name": "main", "type": "branch", "snapshot-id": 7}]}
        """
            .formatted(System.currentTimeMillis());
    HttpResponse<String> first = http.post(path, body);
    assertEquals(200, first.statusCode(), first::body);
    HttpResponse<String> second = http.post(path, body);
    assertEquals(200, second.statusCode(), second::body);
    assertEquals(1, HttpCaller.json(second).path("metadata").path("snapshots").size());
    HttpResponse<String> other = http.post(path, body.replace("/7.avro", "/8.avro"));
    assertEquals(409, other.statusCode(), other::body);
    assertEquals("CommitFailedException", HttpCaller.type(other));
  }
}
