package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.task.TaskContext;
import dev.cairn.testkit.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Callers create, change, drop, undrop and restore tables in few places, while two drains without
 * leases purge what is dropped: no file of a table that is or can be there is ever missing.
 */
class DrainRaceTest {
  private static final int CALLERS = 3;
  private static final int OPERATIONS = 60 * Integer.getInteger("cairn.test.scale", 1);

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir private Path directory;

  /** The data files that callers wrote for tables that they had created, by entity. */
  private final Map<Long, Set<String>> written = new ConcurrentHashMap<>();

  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private CatalogHistory history;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noFileOfATableThatIsOrCanBeThereIsMissing(boolean isUnique) throws Exception {
    try (CatalogFixture opened = new CatalogFixture(directory)) {
      fixture = opened;
      catalog =
          new IcebergCatalog(opened.store, opened.files, opened.settings(isUnique), opened.clock);
      history = opened.catalog().history();
      catalog.namespaces().create(SALES, Map.of());
      AtomicBoolean isOver = new AtomicBoolean();
      ExecutorService executor = Executors.newCachedThreadPool();
      try {
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
          Random random = seed.random("caller " + i + isUnique);
          callers.add(executor.submit(() -> call(random)));
        }
        List<Future<?>> drains = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          drains.add(executor.submit(() -> drainUntil(isOver, executor)));
        }
        for (Future<?> caller : callers) {
          caller.get();
        }
        isOver.set(true);
        for (Future<?> drain : drains) {
          drain.get();
        }
      } finally {
        executor.shutdownNow();
      }
      check();
      CatalogConsistency.check(fixture.store.current("main"));
    }
  }

  private void call(Random random) {
    HeadId earlier = fixture.store.current("main").head().orElseThrow();
    for (int i = 0; i < OPERATIONS; i++) {
      if (i % 10 == 0) {
        earlier = fixture.store.current("main").head().orElseThrow();
      }
      TableIdentifier name = TableIdentifier.of(SALES, "t" + random.nextInt(4));
      try {
        operate(random, name, earlier);
        check();
      } catch (RuntimeException e) {
        assertEquals(
            "org.apache.iceberg.exceptions", e.getClass().getPackageName(), () -> trace(e));
      }
    }
  }

  private static String trace(RuntimeException e) {
    return e + " at " + List.of(e.getStackTrace()).subList(0, 5);
  }

  private void operate(Random random, TableIdentifier name, HeadId earlier) {
    String place = fixture.base + "/p" + random.nextInt(2) + (random.nextBoolean() ? "/in" : "");
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> addFile(catalog.tables().create(name, newTableAt(place, Map.of())));
      case 3 -> addFile(catalog.tables().commit(setProperty(name, "a", "" + random.nextInt())));
      case 4, 5 -> catalog.entities().drop(EntityKind.TABLE, name, random.nextInt(3) > 0);
      case 6 -> {
        Optional<DroppedEntity.Details> any = catalog.entities().dropped().stream().findFirst();
        any.ifPresent(each -> catalog.entities().undrop(each.id(), name));
      }
      default -> {
        TableIdentifier unused = history.restore(name, earlier);
      }
    }
  }

  /** As a writer does, which has the table but not the catalog. */
  private void addFile(CatalogTable table) {
    String file = table.metadata().location() + "/data/" + UUID.randomUUID();
    Path path = Path.of(file.substring("file:".length()));
    try {
      Files.createDirectories(path.getParent());
      Files.write(path, new byte[] {1});
    } catch (NoSuchFileException e) {
      return; // the table was purged meanwhile, and with it the directory
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written.computeIfAbsent(table.id(), none -> ConcurrentHashMap.newKeySet()).add(file);
  }

  private void drainUntil(AtomicBoolean isOver, ExecutorService executor) {
    CatalogDrain drain =
        new CatalogDrain(fixture.store, fixture.files, Duration.ZERO, fixture.clock, executor, 2);
    while (!isOver.get()) {
      String unused = drain.run(new Leaseless());
    }
  }

  /**
   * Files of what can be there both before and after this looked at them were there meanwhile: a
   * purge never ends in an undrop.
   */
  private void check() {
    Map<Long, Set<String>> before = new HashMap<>();
    written.forEach((id, files) -> before.put(id, Set.copyOf(files)));
    CatalogState state = new CatalogState(fixture.store.current("main"));
    Map<Long, EntityEntry> kept = kept(state);
    Map<Long, String> missing = new HashMap<>();
    kept.forEach(
        (id, entry) -> {
          Set<String> files = new HashSet<>(before.getOrDefault(id, Set.of()));
          files.add(state.table(entry.state()).metadataFile());
          files.stream().filter(file -> !exists(file)).forEach(file -> missing.put(id, file));
        });
    missing.keySet().retainAll(kept(new CatalogState(fixture.store.current("main"))).keySet());
    assertEquals(Map.of(), missing, "files that are gone, by entity");
  }

  private static Map<Long, EntityEntry> kept(CatalogState state) {
    Map<Long, EntityEntry> kept = new HashMap<>();
    IndexCursor<EntityEntry> contents = state.contents().list(IndexRange.all());
    while (contents.next()) {
      kept.put(contents.value().id(), contents.value());
    }
    IndexCursor<DroppedEntity> dropped = state.dropped().list(IndexRange.all());
    while (dropped.next()) {
      if (!dropped.value().details().purging()) {
        kept.put(dropped.value().entry().id(), dropped.value().entry());
      }
    }
    return kept;
  }

  private boolean exists(String file) {
    return fixture.files.newInputFile(file).exists();
  }

  private static final class Leaseless implements TaskContext {
    @Override
    public long run() {
      return 1;
    }

    @Override
    public String parameter() {
      return "";
    }

    @Override
    public int attempt() {
      return 1;
    }

    @Override
    public Optional<String> checkpoint() {
      return Optional.empty();
    }

    @Override
    public void heartbeat() {}

    @Override
    public void checkpoint(String text) {}
  }
}
