package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** RocksDB's own figures, as the metrics of a process show them. */
class MetersTest {
  private static final String PREFIX = "cairn.rocksdb.";

  private final StoreDirectories stores = new StoreDirectories();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void statisticsAreMetersUnderTheirNamesAndMoveWithTheStore() {
    RocksDbBackend backend = TestSettings.of(stores.next()).open();
    Set<String> names =
        backend.statistics().keySet().stream()
            .map(name -> PREFIX + name.replaceFirst("\\.total$", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(),
            system.executor(),
            system.scheduler(),
            registry,
            system.onClose());
    try (Cairn cairn = CrashCommit.open(backend, runtime)) {
      Set<String> found =
          registry.getMeters().stream()
              .map(meter -> meter.getId().getName())
              .filter(name -> name.startsWith(PREFIX))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(names, found);
      assertTrue(found.contains(PREFIX + "block-cache.hits"), found::toString);

      var store = cairn.store(Rows.SCOPE);
      CommitLoad.createReferences(store);
      double syncs = counter("log.syncs");
      double memory = gauge("memtable.bytes");
      for (int i = 0; i < 20; i++) {
        assertFalse(new CrashCommit("commit-" + i).commitTo(store).isEmpty());
      }
      assertTrue(counter("log.syncs") >= syncs + 20, "a sync for each commit of one thread");
      assertTrue(gauge("memtable.bytes") > memory, "rows that are in memory");
      assertEquals(0, gauge("writes.stopped"));
    }
    assertTrue(Double.isNaN(gauge("rows")), "a closed store tells nothing");
  }

  private double counter(String name) {
    return meter(FunctionCounter.class, name).count();
  }

  private double gauge(String name) {
    return meter(Gauge.class, name).value();
  }

  private <T extends Meter> T meter(Class<T> type, String name) {
    return type.cast(registry.get(PREFIX + name).tag("backend", "rocksdb").meter());
  }
}
