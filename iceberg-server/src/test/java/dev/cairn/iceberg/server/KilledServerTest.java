package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.Table;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is killed between its commit and its answer, before it knows itself that it committed.
 * Another server gets the repetition.
 */
class KilledServerTest {
  /** The statement that moves the head. */
  private static final String COMMIT = "WITH written AS";

  @TempDir private Path directory;
  private TestWarehouse warehouse;
  private TcpProxy database;
  private ServerProcess first;
  private ServerProcess second;
  private TcpProxy proxy;

  @BeforeEach
  void open() throws IOException {
    PostgreSqlServer server = PostgreSqlServer.shared();
    // Statements are sent as text each time, so that they can be recognized.
    String url = server.freshUrl() + "&prepareThreshold=0";
    Map<String, String> settings = new HashMap<>(PostgreSqlServer.PATIENT);
    settings.putAll(
        Map.of(
            "cairn.backend", "jdbc",
            "cairn.jdbc.url", url,
            "cairn.idempotency.lease", "2s",
            "cairn.server.access-log", "false"));
    warehouse = new TestWarehouse(directory, directory, settings, Map.of());
    database = TcpProxy.to(server.address());
    Map<String, String> through = new HashMap<>(warehouse.settings);
    through.put("cairn.jdbc.url", url.replaceFirst("//[^/]*/", "//" + host(database) + "/"));
    first = new ServerProcess(through);
    second = new ServerProcess(warehouse.settings);
    proxy = TcpProxy.to(first.awaitStart().address());
    InetSocketAddress unused = second.awaitStart().address();
    try (RESTCatalog catalog = client()) {
      TransferTables.create(catalog);
    }
  }

  private static String host(TcpProxy proxy) {
    return "127.0.0.1:" + proxy.address().getPort();
  }

  @AfterEach
  void close() {
    proxy.close();
    first.close();
    second.close();
    database.close();
    warehouse.close();
  }

  private RESTCatalog client() {
    return warehouse.client("http://" + host(proxy), TransferClient.properties());
  }

  /** Kills the first server when the database has committed, and leads clients to the second. */
  private void killAtCommit(Trap commit) {
    commit.awaitReply();
    // The client repeats at once: it must not meet the server that is gone.
    proxy.retarget(second.address());
    first.kill();
    proxy.cutAll();
  }

  private void assertIntact(List<String> left, List<String> right) throws IOException {
    try (RESTCatalog catalog = warehouse.client(second.uri(), Map.of())) {
      Table one = catalog.loadTable(TransferTables.LEFT);
      Table other = catalog.loadTable(TransferTables.RIGHT);
      assertEquals(left, TransferTables.marks(one));
      assertEquals(right, TransferTables.marks(other));
      TransferTables.assertComplete(one);
      TransferTables.assertComplete(other);
    }
  }

  @Test
  void anotherServerAnswersAnAppend() throws Exception {
    try (RESTCatalog catalog = client()) {
      TransferTables.append(catalog, TransferTables.LEFT, "a");
      whileCommitting(() -> TransferTables.append(catalog, TransferTables.LEFT, "b"));
      assertIntact(List.of("a", "b"), List.of());
      TransferTables.append(catalog, TransferTables.LEFT, "c");
      assertIntact(List.of("a", "b", "c"), List.of());
    }
  }

  @Test
  void anotherServerAnswersATransaction() throws Exception {
    try (RESTCatalog catalog = client()) {
      TransferTables.transfer(catalog, "a", 1);
      whileCommitting(() -> TransferTables.transfer(catalog, "b", 1));
      assertIntact(List.of("a", "b"), List.of("a", "b"));
    }
  }

  private void whileCommitting(Runnable commit) throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Trap committed = database.trap(COMMIT, Fate.HOLD_REPLY);
      Future<?> committing = executor.submit(commit);
      killAtCommit(committed);
      committing.get();
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void theOldClientKeepsItsFiles() throws IOException {
    try (OldClient client = new OldClient("http://" + host(proxy), directory.toString())) {
      assertEquals("applied", client.append("a"));
      Trap committed = database.trap(COMMIT, Fate.HOLD_REPLY);
      client.beginAppend("b");
      killAtCommit(committed);
      assertEquals("RESTException", client.result());
      assertIntact(List.of("a", "b"), List.of());
      assertEquals("applied", client.append("c"));
      assertIntact(List.of("a", "b", "c"), List.of());
    }
  }
}
