package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.CatalogChange;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.server.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers on one database, clients that lose requests and replies, and servers that are
 * killed. {@code -Pchaos -Dchaos.minutes=30} goes on with new seeds for that long.
 */
class SeveralServersChaosTest {
  private static final int SERVERS = 3;
  private static final int CLIENTS = 4;
  private static final int OPERATIONS = 110;
  private static final int KILLS = 15;

  /** Servers are killed within so many nanoseconds of the moment that was drawn. */
  private static final int JITTER_NANOS = 30_000_000;

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir private Path directory;

  @Test
  void everySnapshotThatWasReportedIsThereOnce() throws Exception {
    Duration duration = Duration.ofMinutes(Long.getLong("chaos.minutes", 0));
    long begin = System.nanoTime();
    long next = seed.value();
    do {
      round(new Seed(next), directory.resolve("round" + next));
      next++;
    } while (System.nanoTime() - begin < duration.toNanos());
  }

  private void round(Seed drawn, Path place) throws Exception {
    Map<String, String> settings = new HashMap<>(PostgreSqlServer.PATIENT);
    settings.putAll(
        Map.of(
            "cairn.backend", "jdbc",
            "cairn.jdbc.url", PostgreSqlServer.shared().freshUrl(),
            "cairn.jdbc.pool-size", "8",
            // What a killed server had begun is taken over soon.
            "cairn.idempotency.lease", "2s",
            "cairn.server.access-log", "false"));
    try (TestWarehouse warehouse = new TestWarehouse(place, place, settings, Map.of());
        ServerGroup servers = new ServerGroup(warehouse.settings, SERVERS)) {
      Round round = new Round(warehouse, servers, drawn);
      try {
        round.run();
      } catch (AssertionError | Exception e) {
        throw new AssertionError(drawn + "; " + round.ledger, e);
      }
      Details.print("several servers, %s: %s".formatted(drawn, round.ledger));
    }
  }

  /** One database from its beginning to its end. */
  private static final class Round {
    final TransferLedger ledger = new TransferLedger();
    private final TestWarehouse warehouse;
    private final ServerGroup servers;
    private final Seed seed;
    private final List<TransferClient> clients = new ArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();

    Round(TestWarehouse warehouse, ServerGroup servers, Seed seed) {
      this.warehouse = warehouse;
      this.servers = servers;
      this.seed = seed;
    }

    private RESTCatalog client(String uri) {
      return warehouse.client(uri, TransferClient.properties());
    }

    void run() throws Exception {
      try (RESTCatalog first = client(servers.server(0).uri())) {
        TransferTables.create(first);
      }
      for (int i = 0; i < CLIENTS; i++) {
        Random random = seed.random("client" + i);
        clients.add(new TransferClient("c" + i, random, servers, ledger, this::client));
      }
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        Future<?> reading = threads.submit(this::read);
        Future<?> killing = threads.submit(this::kill);
        List<Future<?>> working = new ArrayList<>();
        clients.forEach(each -> working.add(threads.submit(() -> each.run(OPERATIONS))));
        for (Future<?> each : working) {
          each.get();
        }
        isOver.set(true);
        ledger.end();
        killing.get();
        reading.get();
      } finally {
        isOver.set(true);
        ledger.end();
        threads.shutdown();
        assertTrue(threads.awaitTermination(5, TimeUnit.MINUTES));
        clients.forEach(TransferClient::close);
      }
      checkEnd();
    }

    /** Checks states while they change, through any server. */
    private void read() {
      Random random = seed.random("reader");
      TcpProxy proxy = servers.proxy(0);
      try (RESTCatalog catalog = client("http://127.0.0.1:" + proxy.address().getPort())) {
        while (!isOver.get()) {
          servers.lead(proxy, random.nextInt(SERVERS));
          proxy.cutAll();
          try {
            boolean unused = ledger.check(catalog);
          } catch (RESTException e) {
            // That server was killed.
          }
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    /** Kills servers and starts them again, and shakes clients. */
    private void kill() {
      Random random = seed.random("killer");
      int perKill = CLIENTS * OPERATIONS / (KILLS + 1);
      for (int i = 0; i < KILLS && !isOver.get(); i++) {
        int first = random.nextInt(perKill);
        ledger.awaitDone(first);
        clients.get(random.nextInt(CLIENTS)).shake(random.nextInt(SERVERS));
        int index = random.nextInt(SERVERS);
        LockSupport.parkNanos(random.nextInt(JITTER_NANOS));
        servers.kill(index);
        ledger.awaitDone(perKill - first);
        servers.restart(index);
      }
    }

    private void checkEnd() throws IOException {
      for (int i = 0; i < SERVERS; i++) {
        try (RESTCatalog catalog = client(servers.server(i).uri())) {
          // A request that arrived late may still be executed.
          while (!ledger.check(catalog)) {
            Thread.onSpinWait();
          }
        }
      }
      assertTrue(ledger.applied() > 0, ledger::toString);
      try (RESTCatalog catalog = client(servers.server(0).uri())) {
        checkLog(catalog);
      }
    }

    /**
     * The log has every state. None has a transfer in one table alone: each is one entry that
     * changed both, and each append one that changed its table.
     */
    private void checkLog(RESTCatalog catalog) {
      Table left = catalog.loadTable(TransferTables.LEFT);
      Table right = catalog.loadTable(TransferTables.RIGHT);
      long inLeft = 0;
      long inRight = 0;
      long inBoth = 0;
      try (Store store = warehouse.cairn.catalogs().open("default", TestWarehouse.NAME)) {
        for (LogEntry entry : store.log(Catalogs.MAIN, 10_000).entries()) {
          List<TableIdentifier> changed = CatalogChange.of(entry).contents();
          boolean isLeft = changed.contains(TransferTables.LEFT);
          boolean isRight = changed.contains(TransferTables.RIGHT);
          inLeft += isLeft ? 1 : 0;
          inRight += isRight ? 1 : 0;
          inBoth += isLeft && isRight ? 1 : 0;
        }
      }
      // One more each, for the creation of the table.
      assertEquals(TransferTables.marks(left).size() + 1, inLeft);
      assertEquals(TransferTables.marks(right).size() + 1, inRight);
      assertEquals(ledger.countTransfers(left), inBoth);
    }
  }
}
