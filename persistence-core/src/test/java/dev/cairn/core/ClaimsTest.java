package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims where processes fail, where there are many, and beside a release that knows none. */
class ClaimsTest {
  private static final class WatchedRows extends ForwardingBackend {
    private boolean refusing;
    private long fetched;

    WatchedRows(Backend delegate) {
      super(delegate);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      if (refusing) {
        throw new BackendUnavailableException("refused on purpose");
      }
      return super.insertReference(row);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      fetched += keys.size();
      return super.fetch(keys, mode);
    }

    @Override
    public void close() {}
  }

  private final InMemoryBackend database = new InMemoryBackend();
  private final WatchedRows backend = new WatchedRows(database);
  private final Cairn cairn = open();
  private final Catalogs catalogs = cairn.catalogs();

  private Cairn open() {
    return Cairn.open(
        backend,
        Configuration.builder().build(CairnSettings.ALL),
        ObjectTypes.of(List.of()),
        EngineRuntime.system());
  }

  @AfterEach
  void close() {
    cairn.close();
  }

  private static CatalogClaim claim(String path) {
    return new CatalogClaim("storage", path);
  }

  // The commit is applied, and then the process cannot create the catalog's reference.
  @Test
  void aCatalogWhoseCreationStoppedMidwayHoldsItsClaims() {
    catalogs.createTenant("t", Map.of());
    backend.refusing = true;
    assertThrows(
        BackendUnavailableException.class,
        () -> catalogs.createCatalog("t", "a", Map.of(), List.of(claim("x"))));
    backend.refusing = false;
    assertEquals(LifeState.CREATING, catalogs.findCatalog("t", "a").orElseThrow().state());
    assertThrows(
        ClaimConflictException.class,
        () -> catalogs.createCatalog("t", "b", Map.of(), List.of(claim("x/y"))));
    catalogs.open("t", "a").close();
    assertEquals(List.of(claim("x")), catalogs.findCatalog("t", "a").orElseThrow().claims());
  }

  // A fresh process has nothing cached: what it fetches is what the check needs.
  @Test
  void aCheckAmongManyClaimsReadsAFewRows() {
    catalogs.createTenant("t", Map.of());
    long few = rowsToCreate("first", "deep/down/here");
    for (int i = 0; i < 40; i++) {
      List<CatalogClaim> claims = new ArrayList<>();
      for (int j = 0; j < 250; j++) {
        claims.add(claim("s3://bucket-" + i + "/warehouse/" + j + "/" + "x".repeat(50)));
      }
      catalogs.createCatalog("t", "many " + i, Map.of(), claims);
    }
    long many = rowsToCreate("last", "s3://bucket-20/warehouse/100/y/z");
    assertTrue(many <= few + 12, () -> few + " rows among few claims, " + many + " among 10,000");
  }

  private long rowsToCreate(String name, String path) {
    try (Cairn fresh = open()) {
      long before = backend.fetched;
      fresh.catalogs().createCatalog("t", name, Map.of(), List.of(claim(path)));
      return backend.fetched - before;
    }
  }

  // An older release purges a catalog: it keeps the claims in the entry, which it does not know,
  // and leaves them in the index. They are free all the same, and what lies beside them is not.
  @Test
  void claimsOfACatalogThatAnOlderReleasePurgedAreFree() {
    catalogs.createTenant("t", Map.of());
    Catalog old = catalogs.createCatalog("t", "old", Map.of(), List.of(claim("a"), claim("b")));
    catalogs.purgeCatalog(catalogs.deactivateCatalog(old));
    cairn
        .store(Scope.SYSTEM)
        .commit(
            Catalogs.MAIN,
            workspace -> {
              for (String path : List.of("a", "b")) {
                workspace
                    .index("claims", ValueSerializer.bytes())
                    .put(
                        Key.of("storage", path),
                        Key.of(old.scope().tenantId(), old.scope().catalogId()));
              }
              return 0;
            });
    Catalog inside = catalogs.createCatalog("t", "in", Map.of(), List.of(claim("a/b/c")));
    assertEquals(List.of(claim("a/b/c")), inside.claims());
    ClaimConflictException refused =
        assertThrows(
            ClaimConflictException.class,
            () -> catalogs.createCatalog("t", "over", Map.of(), List.of(claim("a"))));
    assertEquals(claim("a/b/c"), refused.existing(), "what lies below what is left behind");
    assertEquals(
        List.of(claim("b")),
        catalogs.createCatalog("t", "b", Map.of(), List.of(claim("b"))).claims());
    assertThrows(
        ClaimConflictException.class,
        () -> catalogs.createCatalog("t", "b2", Map.of(), List.of(claim("b/x"))));
  }
}
