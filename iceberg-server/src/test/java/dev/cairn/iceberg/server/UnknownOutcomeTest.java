package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Operation;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.warehouse.Warehouses;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.Injection;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The database goes away with the swap of a commit, so that the server cannot find out whether it
 * was applied. What it answers must not make a real client delete its files.
 */
class UnknownOutcomeTest {
  private static final String COMMIT = "add-snapshot";

  /** What the database does with a call. */
  private enum Database {
    ANSWERS,
    /** Answers until the next swap of a reference, and nothing from then on. */
    FAILS_WITH_THE_NEXT_SWAP,
    IS_GONE
  }

  @TempDir private Path directory;
  private final Object lock = new Object();
  private Database database = Database.ANSWERS;
  private Fault ofTheSwap = Fault.REPLY_LOST;
  private Cairn cairn;
  private IcebergServer server;
  private TcpProxy proxy;
  private Trap sent;
  private int comesBackAt = Integer.MAX_VALUE;

  @BeforeEach
  void open() {
    open(true);
  }

  private void open(boolean hasKeys) {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "inmemory")
            .set("cairn.commit.time-limit", "1s")
            .set("cairn.idempotency.enabled", Boolean.toString(hasKeys))
            .set("cairn.idempotency.lease", "2s")
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .build(IcebergServer.settings());
    cairn =
        Cairn.open(
            new FaultyBackend(new InMemoryBackend(), (call, operation) -> fault(operation)),
            configuration,
            ObjectTypes.discover(),
            EngineRuntime.system());
    cairn.catalogs().createTenant("default", Map.of());
    new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC())
        .create(
            TestWarehouse.NAME,
            Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory));
    server = IcebergServer.start(cairn, configuration);
    proxy = TcpProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
  }

  @AfterEach
  void close() {
    proxy.close();
    server.close();
    cairn.close();
  }

  private Optional<Injection> fault(Operation operation) {
    synchronized (lock) {
      if (sent != null && sent.met() >= comesBackAt) {
        database = Database.ANSWERS;
      }
      boolean isSwap =
          operation == Operation.WRITE_AND_SWAP || operation == Operation.SWAP_REFERENCE;
      if (database == Database.FAILS_WITH_THE_NEXT_SWAP && isSwap) {
        database = Database.IS_GONE;
        return Optional.of(new Injection(ofTheSwap, 1));
      }
      return database == Database.IS_GONE
          ? Optional.of(new Injection(Fault.REQUEST_LOST, 1))
          : Optional.empty();
    }
  }

  private void failWithTheNextSwap() {
    synchronized (lock) {
      database = Database.FAILS_WITH_THE_NEXT_SWAP;
    }
  }

  private RESTCatalog client() {
    Map<String, String> properties = new HashMap<>(TransferClient.properties());
    properties.put("uri", "http://127.0.0.1:" + proxy.address().getPort());
    properties.put("warehouse", TestWarehouse.NAME);
    properties.put("io-impl", LocalFileIO.class.getName());
    properties.put(LocalFileIO.ROOT, "file:" + directory);
    RESTCatalog catalog = new RESTCatalog();
    catalog.initialize("cairn", properties);
    return catalog;
  }

  private static void assertMarks(RESTCatalog catalog, String... marks) {
    Table table = catalog.loadTable(TransferTables.LEFT);
    assertEquals(List.of(marks), TransferTables.marks(table));
    TransferTables.assertComplete(table);
  }

  // A client may have its answer before the server has counted it.
  private void assertFailureIsCounted() {
    HttpCaller http = new HttpCaller("http://127.0.0.1:" + server.port());
    String address = "http://127.0.0.1:" + server.managementPort() + "/metrics";
    String failed = "{operation=\"update-table\",outcome=\"failed\"}";
    for (int i = 0; i < 1_000 && !http.absolute(address).body().contains(failed); i++) {
      Thread.onSpinWait();
    }
    assertTrue(http.absolute(address).body().contains(failed));
  }

  /** The client repeats under its key until the server can find out. */
  @ParameterizedTest
  @EnumSource(names = {"REPLY_LOST", "REQUEST_LOST"})
  void aClientWithKeysLearnsTheOutcome(Fault fault) throws IOException {
    ofTheSwap = fault;
    try (RESTCatalog catalog = client()) {
      TransferTables.create(catalog);
      TransferTables.append(catalog, TransferTables.LEFT, "a");
      sent = proxy.count(COMMIT);
      comesBackAt = 2;
      failWithTheNextSwap();
      TransferTables.append(catalog, TransferTables.LEFT, "b");
      assertMarks(catalog, "a", "b");
      TransferTables.append(catalog, TransferTables.LEFT, "c");
      assertMarks(catalog, "a", "b", "c");
    }
  }

  /** It is told that nothing is known, once, and keeps its files: the commit was applied. */
  @Test
  void aClientWithoutKeysKeepsItsFiles() throws IOException {
    close();
    open(false);
    try (RESTCatalog catalog = client()) {
      TransferTables.create(catalog);
      TransferTables.append(catalog, TransferTables.LEFT, "a");
      sent = proxy.count(COMMIT);
      failWithTheNextSwap();
      assertThrows(
          CommitStateUnknownException.class,
          () -> TransferTables.append(catalog, TransferTables.LEFT, "b"));
      assertEquals(1, sent.met());
      assertFailureIsCounted();
      synchronized (lock) {
        database = Database.ANSWERS;
      }
      assertMarks(catalog, "a", "b");
    }
  }
}
