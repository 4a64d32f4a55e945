package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that look at their warehouse while the database is slow. */
class OpenWarehousesTest {
  private static final int REQUESTS = 3;

  @TempDir private Path directory;
  private volatile Optional<Gate> gate = Optional.empty();
  private Cairn cairn;
  private OpenWarehouses open;

  /** Keeps reads of references. */
  private record Gate(CountDownLatch reached, CountDownLatch opened) {}

  private final class GatedBackend extends ForwardingBackend {
    GatedBackend() {
      super(new InMemoryBackend());
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      gate.ifPresent(
          found -> {
            found.reached().countDown();
            try {
              found.opened().await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
      return super.readReference(key, mode);
    }
  }

  @BeforeEach
  void open() {
    Configuration configuration =
        Configuration.builder().set("cairn.backend", "inmemory").build(IcebergServer.settings());
    cairn =
        Cairn.open(
            new GatedBackend(), configuration, ObjectTypes.discover(), EngineRuntime.system());
    cairn.catalogs().createTenant("default", Map.of());
    Clock clock = Clock.systemUTC();
    Warehouses warehouses = new Warehouses(cairn.catalogs(), "default", Map.of(), clock);
    warehouses.create(
        TestWarehouse.NAME,
        Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory));
    open = new OpenWarehouses(warehouses, cairn.idempotency(), clock, Duration.ZERO);
  }

  @AfterEach
  void close() {
    open.close();
    cairn.close();
  }

  /** One after the other, the last of a hundred would wait a hundred times as long. */
  @Test
  void requestsDoNotWaitForEachOthersLook() throws Exception {
    String prefix = open.named(TestWarehouse.NAME).orElseThrow().prefix();
    Gate closed = new Gate(new CountDownLatch(REQUESTS), new CountDownLatch(1));
    ExecutorService executor = Executors.newFixedThreadPool(REQUESTS);
    try {
      gate = Optional.of(closed);
      List<Future<String>> found = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        found.add(executor.submit(() -> open.withPrefix(prefix).orElseThrow().prefix()));
      }
      assertTrue(closed.reached().await(60, TimeUnit.SECONDS), "they wait for each other");
      closed.opened().countDown();
      for (Future<String> each : found) {
        assertEquals(prefix, each.get());
      }
    } finally {
      gate = Optional.empty();
      closed.opened().countDown();
      executor.shutdown();
    }
  }
}
