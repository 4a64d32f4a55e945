package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Workspace;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CatalogsTest {
  private static final class RefusingBackend extends ForwardingBackend {
    private boolean refusing;

    RefusingBackend(Backend delegate) {
      super(delegate);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      if (refusing) {
        throw new BackendUnavailableException("refused on purpose");
      }
      return super.insertReference(row);
    }
  }

  private final RefusingBackend backend = new RefusingBackend(new InMemoryBackend());
  private final Cairn cairn =
      Cairn.open(
          backend,
          // Groups end when a test says so, however slow the machine is.
          Configuration.builder().set("cairn.commit.group-time", "PT1H").build(CairnSettings.ALL),
          ObjectTypes.of(List.of()),
          EngineRuntime.system());
  private final Catalogs catalogs = cairn.catalogs();

  @AfterEach
  void close() {
    cairn.close();
  }

  @Test
  void aCatalogIsCreatedFoundAndOpened() {
    Tenant acme = catalogs.createTenant("acme", Map.of("plan", "gold"));
    assertEquals(Optional.of(acme), catalogs.findTenant("acme"));
    Catalog sales = catalogs.createCatalog("acme", "sales", Map.of("owner", "ann"));
    assertEquals(LifeState.ACTIVE, sales.state());
    assertEquals(acme.id(), sales.scope().tenantId());
    assertEquals(Optional.of(sales), catalogs.findCatalog("acme", "sales"));
    try (Store store = catalogs.open("acme", "sales")) {
      assertEquals(sales.scope(), store.scope());
      assertEquals(0, store.current(Catalogs.MAIN).version());
    }
  }

  @Test
  void whatIsMissingOrThereAlreadyIsSaid() {
    assertThrows(
        CatalogNotFoundException.class, () -> catalogs.createCatalog("acme", "sales", Map.of()));
    assertThrows(CatalogNotFoundException.class, () -> catalogs.open("acme", "sales"));
    assertEquals(Optional.empty(), catalogs.findTenant("acme"));
    catalogs.createTenant("acme", Map.of());
    assertThrows(CatalogExistsException.class, () -> catalogs.createTenant("acme", Map.of()));
    assertThrows(CatalogNotFoundException.class, () -> catalogs.open("acme", "sales"));
    catalogs.createCatalog("acme", "sales", Map.of());
    assertThrows(
        CatalogExistsException.class, () -> catalogs.createCatalog("acme", "sales", Map.of()));
    assertThrows(IllegalArgumentException.class, () -> catalogs.createTenant("", Map.of()));
    assertThrows(
        IllegalArgumentException.class, () -> catalogs.createTenant("x".repeat(257), Map.of()));
  }

  @Test
  void catalogsOfTwoTenantsHaveTheirOwnNamesAndScopes() {
    catalogs.createTenant("a", Map.of());
    catalogs.createTenant("a:b", Map.of());
    Scope first = catalogs.createCatalog("a", "sales", Map.of()).scope();
    Scope second = catalogs.createCatalog("a:b", "sales", Map.of()).scope();
    assertNotEquals(first.tenantId(), second.tenantId());
    assertNotEquals(first.catalogId(), second.catalogId());
    assertEquals(1, catalogs.listCatalogs("a", PageRequest.first(10)).items().size());
  }

  @Test
  void listingsGoByPagesInTheOrderOfNames() {
    for (String name : List.of("c", "a", "é", "b", "a b")) {
      catalogs.createTenant(name, Map.of());
    }
    List<List<String>> pages = new ArrayList<>();
    Optional<PageRequest> request = Optional.of(PageRequest.first(2));
    while (request.isPresent()) {
      Listing<Tenant> page = catalogs.listTenants(request.get());
      pages.add(page.items().stream().map(Tenant::name).toList());
      request = page.next().map(token -> PageRequest.after(token, 2));
    }
    assertEquals(List.of(List.of("a", "a b"), List.of("b", "c"), List.of("é")), pages);
  }

  /**
   * A client lists the catalogs of a tenant. Between two pages another one creates, renames by
   * purging and creating, and purges catalogs, and then the tenant itself.
   */
  @Test
  void aListingShowsTheStateOfItsFirstPageWhateverIsPurgedMeanwhile() {
    Tenant acme = catalogs.createTenant("acme", Map.of());
    List<Catalog> created = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      created.add(catalogs.createCatalog("acme", name, Map.of("first", name)));
    }
    Listing<Catalog> first = catalogs.listCatalogs("acme", PageRequest.first(2));
    String token = first.next().orElseThrow();
    created.forEach(each -> catalogs.purgeCatalog(catalogs.deactivateCatalog(each)));
    catalogs.purgeTenant(catalogs.deactivateTenant(acme));
    catalogs.createTenant("acme", Map.of());
    catalogs.createCatalog("acme", "c", Map.of("second", "c"));
    Listing<Catalog> second = catalogs.listCatalogs("acme", PageRequest.after(token, 10));
    assertEquals(created.subList(2, 4), second.items());
    assertEquals(Optional.empty(), second.next());
    assertEquals(
        List.of("c"),
        catalogs.listCatalogs("acme", PageRequest.first(10)).items().stream()
            .map(Catalog::name)
            .toList());
  }

  /**
   * A change of one handle runs. Meanwhile two callers submit commits, one through a handle of
   * {@code Cairn.store}, one through a handle of {@code Catalogs.open}; then the first is closed.
   */
  @Test
  void aCatalogHasOneStoreHoweverItIsOpened() throws Exception {
    catalogs.createTenant("acme", Map.of());
    Scope scope = catalogs.createCatalog("acme", "sales", Map.of()).scope();
    Store byName = catalogs.open("acme", "sales");
    Store byScope = cairn.store(scope);
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch submitted = new CountDownLatch(1);
    PendingCommit<Integer> first =
        byName.submit(
            Catalogs.MAIN,
            workspace -> {
              runs.countDown();
              try {
                submitted.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return put(workspace, "first");
            });
    runs.await();
    PendingCommit<Integer> second = byName.submit(Catalogs.MAIN, each -> put(each, "second"));
    PendingCommit<Integer> third = byScope.submit(Catalogs.MAIN, each -> put(each, "third"));
    submitted.countDown();
    assertEquals(head(second), head(third), "they form a group");
    assertTrue(head(first).version() <= head(second).version());
    byName.close();
    assertEquals(3, byScope.current(Catalogs.MAIN).index("i").count(IndexRange.all()));
    assertThrows(ClosedException.class, () -> byName.current(Catalogs.MAIN));
  }

  private static int put(Workspace workspace, String key) {
    workspace.index("i", ValueSerializer.bytes()).put(Key.of(key), Bytes.ofUtf8(key));
    return 0;
  }

  private static HeadId head(PendingCommit<Integer> commit) {
    return commit.result().toCompletableFuture().join().id().orElseThrow().head();
  }

  @Test
  void aTokenOfAnotherListingIsRefused() {
    for (String tenant : List.of("acme", "other")) {
      catalogs.createTenant(tenant, Map.of());
      catalogs.createCatalog(tenant, "a", Map.of());
      catalogs.createCatalog(tenant, "b", Map.of());
    }
    String tenants = catalogs.listTenants(PageRequest.first(1)).next().orElseThrow();
    String ofAcme = catalogs.listCatalogs("acme", PageRequest.first(1)).next().orElseThrow();
    for (Executable refused :
        List.<Executable>of(
            () -> catalogs.listTenants(PageRequest.after(ofAcme, 1)),
            () -> catalogs.listCatalogs("other", PageRequest.after(ofAcme, 1)),
            () -> catalogs.listCatalogs("acme", PageRequest.after(tenants, 1)),
            () -> catalogs.listTenants(PageRequest.after("acme", 1)))) {
      assertThrows(InvalidPageTokenException.class, refused);
    }
  }

  /**
   * Two operators look at a tenant, one changes it, and the other changes what is there no more.
   */
  @Test
  void aChangeOfWhatAnotherCallerChangedIsRefused() {
    Tenant seen = catalogs.createTenant("acme", Map.of());
    Tenant changed = catalogs.updateTenant(seen, Map.of("plan", "gold"));
    assertEquals(2, changed.version());
    assertThrows(
        CatalogChangedException.class, () -> catalogs.updateTenant(seen, Map.of("plan", "tin")));
    assertEquals(Map.of("plan", "gold"), catalogs.findTenant("acme").orElseThrow().properties());
  }

  @Test
  void aDeactivatedCatalogCannotBeOpened() {
    Tenant acme = catalogs.createTenant("acme", Map.of());
    Catalog sales = catalogs.createCatalog("acme", "sales", Map.of());
    Catalog off = catalogs.deactivateCatalog(sales);
    assertThrows(CatalogNotActiveException.class, () -> catalogs.open("acme", "sales"));
    assertEquals(LifeState.ACTIVE, catalogs.activateCatalog(off).state());
    catalogs.open("acme", "sales").close();
    Tenant tenantOff = catalogs.deactivateTenant(acme);
    assertThrows(CatalogNotActiveException.class, () -> catalogs.open("acme", "sales"));
    assertThrows(
        CatalogNotActiveException.class, () -> catalogs.createCatalog("acme", "more", Map.of()));
    catalogs.activateTenant(tenantOff);
    catalogs.open("acme", "sales").close();
  }

  /** The creator fails after the catalog has its name and before it has its reference. */
  @Test
  void anyProcessThatOpensAnUnfinishedCatalogFinishesIt() {
    catalogs.createTenant("acme", Map.of());
    backend.refusing = true;
    assertThrows(
        BackendUnavailableException.class, () -> catalogs.createCatalog("acme", "sales", Map.of()));
    assertEquals(LifeState.CREATING, catalogs.findCatalog("acme", "sales").orElseThrow().state());
    assertThrows(BackendUnavailableException.class, () -> catalogs.open("acme", "sales"));
    backend.refusing = false;
    try (Store store = catalogs.open("acme", "sales")) {
      assertFalse(store.findReference(Catalogs.MAIN).isEmpty());
    }
    assertEquals(LifeState.ACTIVE, catalogs.findCatalog("acme", "sales").orElseThrow().state());
  }

  @Test
  void aCatalogDeactivatedBeforeItWasFinishedIsFinishedWhenItIsActivated() {
    catalogs.createTenant("acme", Map.of());
    backend.refusing = true;
    assertThrows(
        BackendUnavailableException.class, () -> catalogs.createCatalog("acme", "sales", Map.of()));
    Catalog creating = catalogs.findCatalog("acme", "sales").orElseThrow();
    Catalog off = catalogs.deactivateCatalog(creating);
    backend.refusing = false;
    assertEquals(LifeState.ACTIVE, catalogs.activateCatalog(off).state());
    try (Store store = catalogs.open("acme", "sales")) {
      assertFalse(store.findReference(Catalogs.MAIN).isEmpty());
    }
  }
}
