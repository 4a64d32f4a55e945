package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Updateables;
import dev.cairn.api.task.TaskCancelledException;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.catalog.Purge;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Catalogs and scopes that are given up, and what collections make of them later. */
class PurgeTest {
  private static final class Database extends ForwardingBackend {
    private boolean refusing;

    Database() {
      super(new InMemoryBackend());
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      if (refusing && next.isTombstone()) {
        throw new BackendUnavailableException("refused on purpose");
      }
      return super.swapReference(expected, next);
    }

    @Override
    public void close() {
      // Another process has it open too.
    }

    List<ObjectRow> rows(Scope scope) {
      List<ObjectRow> rows = new ArrayList<>();
      var unused =
          scanObjects(
              Optional.of(scope),
              Optional.empty(),
              ScanBound.NONE,
              Optional.empty(),
              row -> {
                rows.add(row);
                return true;
              });
      return rows;
    }
  }

  private final Database database = new Database();
  private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
  private final Cairn cairn = open(Duration.ZERO);
  private final Catalogs catalogs = cairn.catalogs();

  /** A process whose clock is ahead: time has passed for it. */
  private Cairn open(Duration ahead) {
    Environment environment =
        new Environment(
            InstantSource.offset(InstantSource.system(), ahead),
            duration -> {},
            new SecureRandom());
    return Cairn.open(
        database,
        Configuration.builder().build(CairnSettings.ALL),
        TestTypes.ALL,
        new EngineRuntime(
            environment,
            Runnable::run,
            IdScheduler.of(ticks),
            new SimpleMeterRegistry(),
            () -> {}));
  }

  private CollectionReport collectAfter(Duration passed) {
    try (Cairn later = open(passed)) {
      return later.maintenance().collect(progress -> {});
    }
  }

  @AfterEach
  void close() {
    cairn.close();
    ticks.shutdown();
  }

  private Catalog create(String tenant, String name) {
    Catalog catalog = catalogs.createCatalog(tenant, name, Map.of());
    try (Store store = catalogs.open(tenant, name)) {
      put(store, name);
    }
    return catalog;
  }

  private static void put(Store store, String name) {
    var unused =
        store.commit(
            Catalogs.MAIN,
            workspace -> {
              workspace
                  .index("tables")
                  .put(Key.of(name), workspace.put(new TestTypes.Snapshot(name)));
              return 0;
            });
  }

  @Test
  void aPurgedCatalogGoesWithTheNextCollectionAndNoOther() {
    Tenant acme = catalogs.createTenant("acme", Map.of());
    Catalog sales = create("acme", "sales");
    Catalog stays = create("acme", "stays");
    assertThrows(CatalogNotActiveException.class, () -> catalogs.purgeCatalog(sales));
    catalogs.purgeCatalog(catalogs.deactivateCatalog(sales));
    assertEquals(Optional.empty(), catalogs.findCatalog("acme", "sales"));
    assertTrue(cairn.store(sales.scope()).findReference(Catalogs.MAIN).isEmpty());
    assertEquals(2, database.rows(sales.scope()).size());
    Catalog again = create("acme", "sales"); // its name is free
    assertTrue(!again.scope().equals(sales.scope()));

    // Past the grace, long before the retention of what others deleted.
    collectAfter(Duration.ofHours(25));
    assertTrue(
        database.rows(sales.scope()).stream().allMatch(row -> row.token().isPresent()),
        () -> database.rows(sales.scope()).toString());
    assertEquals("stays", find(stays.scope(), "stays"));
    assertEquals("sales", find(again.scope(), "sales"));

    Tenant seen = catalogs.deactivateTenant(acme);
    assertThrows(CatalogNotActiveException.class, () -> catalogs.purgeTenant(seen));
  }

  // Their tokens decide: one that changes between the scan and its deletion stays for the next
  // collection.
  @Test
  void updateableObjectsOfAPurgedCatalogGoToo() {
    catalogs.createTenant("acme", Map.of());
    Catalog sales = create("acme", "sales");
    Catalog stays = create("acme", "stays");
    for (Catalog catalog : List.of(sales, stays)) {
      for (String name : List.of("a", "b")) {
        assertInstanceOf(
            Updateables.Result.Applied.class,
            cairn
                .store(catalog.scope())
                .updateables()
                .insert(name, new TestTypes.Counter(name, 1)));
      }
    }
    collectAfter(Duration.ofHours(25));
    assertEquals(2, counters(sales), "an active catalog keeps them");
    catalogs.purgeCatalog(catalogs.deactivateCatalog(sales));
    collectAfter(Duration.ofMinutes(1));
    assertEquals(2, counters(sales), "younger than the grace");
    CollectionReport report = collectAfter(Duration.ofHours(25));
    assertEquals(0, counters(sales));
    assertEquals(2, counters(stays));
    assertTrue(report.deleted().toString().contains("counter"), () -> "" + report);
  }

  private long counters(Catalog catalog) {
    return database.rows(catalog.scope()).stream()
        .filter(row -> row.key().type().equals("counter"))
        .count();
  }

  private String find(Scope scope, String name) {
    return cairn
        .store(scope)
        .current(Catalogs.MAIN)
        .find(TestTypes.Snapshot.class, "tables", Key.of(name))
        .orElseThrow()
        .name();
  }

  // The next collection would delete its references again, and everything in it.
  @Test
  void aPurgedScopeTakesNoImport() {
    catalogs.createTenant("acme", Map.of());
    Catalog sales = create("acme", "sales");
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    var unused = cairn.transfers().exportTo(file, Optional.of(sales.scope()), progress -> {});
    catalogs.purgeCatalog(catalogs.deactivateCatalog(sales));
    try (Cairn later = open(Duration.ofDays(30))) {
      var ignored = later.maintenance().collect(progress -> {});
      ImportRefusedException refused =
          assertThrows(
              ImportRefusedException.class,
              () ->
                  later
                      .transfers()
                      .importFrom(
                          new ByteArrayInputStream(file.toByteArray()),
                          Optional.empty(),
                          progress -> {}));
      assertTrue(refused.getMessage().contains("purged"), refused::getMessage);
    }
  }

  @Test
  void aPurgeThatFailedInTheMiddleIsFinishedByACollection() {
    catalogs.createTenant("acme", Map.of());
    Catalog sales = catalogs.deactivateCatalog(create("acme", "sales"));
    database.refusing = true;
    assertThrows(BackendUnavailableException.class, () -> catalogs.purgeCatalog(sales));
    assertEquals(Optional.empty(), catalogs.findCatalog("acme", "sales"));
    assertTrue(cairn.store(sales.scope()).findReference(Catalogs.MAIN).isPresent());
    database.refusing = false;
    collectAfter(Duration.ofHours(25));
    assertTrue(cairn.store(sales.scope()).findReference(Catalogs.MAIN).isEmpty());
    assertTrue(database.rows(sales.scope()).stream().allMatch(row -> row.token().isPresent()));
  }

  @Test
  void aTenantIsPurgedWhenItsCatalogsAre() {
    Tenant acme = catalogs.createTenant("acme", Map.of());
    catalogs.purgeCatalog(catalogs.deactivateCatalog(create("acme", "sales")));
    assertThrows(CatalogNotActiveException.class, () -> catalogs.purgeTenant(acme));
    catalogs.purgeTenant(catalogs.deactivateTenant(acme));
    assertEquals(Optional.empty(), catalogs.findTenant("acme"));
    assertTrue(!catalogs.createTenant("acme", Map.of()).id().equals(acme.id()));
  }

  @Test
  void rowsOfAnUnknownScopeAreDeletedWhenItIsPurged() {
    Scope lost = new Scope("lost", "scope");
    var unused = cairn.store(lost).putAll(List.of(new TestTypes.Snapshot("lost")));
    CollectionReport kept = collectAfter(Duration.ofDays(10));
    assertEquals("lost", kept.unknownScopes().get(0).tenantId());
    assertEquals(1, database.rows(lost).size());
    catalogs.purgeUnknown(lost);
    catalogs.purgeUnknown(lost);
    CollectionReport gone = collectAfter(Duration.ofDays(11));
    assertEquals(List.of(), gone.unknownScopes());
    assertEquals(List.of(), database.rows(lost));
    catalogs.createTenant("acme", Map.of());
    Catalog known = create("acme", "sales");
    assertThrows(CatalogExistsException.class, () -> catalogs.purgeUnknown(known.scope()));
    assertThrows(CatalogExistsException.class, () -> catalogs.purgeUnknown(Scope.SYSTEM));
  }

  @Test
  void aPurgeSaysThatItGoesOn() {
    Scope scope = new Scope("some", "where");
    try (Store store = cairn.store(scope)) {
      List.of("a", "b", "c").forEach(store::createReference);
    }
    AtomicInteger said = new AtomicInteger();
    new Purge(cairn.tasks(), database, cairn::store, Environment.system())
        .run(scope, said::incrementAndGet);
    // While it lists them, and while it deletes them.
    assertTrue(said.get() >= 6, () -> "it said so %d times".formatted(said.get()));
  }

  // The collection that finishes a purge is cancelled, or another process has taken it over.
  @Test
  void aCancelledCallerStopsWaitingForAPurgeWhichIsDoneLater() {
    Purge purge = new Purge(cairn.tasks(), database, cairn::store, Environment.system());
    for (RuntimeException stop :
        List.of(new TaskCancelledException("cancelled"), new TaskLostException("lost"))) {
      Scope scope = new Scope("some", stop.getMessage());
      try (Store store = cairn.store(scope)) {
        store.createReference("a");
      }
      Runnable heartbeat =
          () -> {
            throw stop;
          };
      assertSame(stop, assertThrows(RuntimeException.class, () -> purge.run(scope, heartbeat)));
      TaskStatus status = cairn.tasks().find("cairn.purge " + scope).orElseThrow();
      assertEquals(TaskStatus.State.WAITING, status.state());
    }
  }
}
