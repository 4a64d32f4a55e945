package dev.cairn.core.internal.catalog;

import dev.cairn.api.Names;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** The engine's {@link Catalogs}: tenants and catalogs as commits in the system scope. */
public final class EngineCatalogs implements Catalogs {
  private static final Directory TENANTS = Directory.TENANTS;
  private static final Directory CATALOGS = Directory.CATALOGS;
  private static final String NO_TENANT = "";

  private final Store system;
  private final Function<Scope, Store> stores;
  private final LongSupplier ids;
  private final Environment environment;
  private final Purge purge;

  /**
   * @param system the store of the {@linkplain Scope#SYSTEM system scope}, which knows {@link
   *     DirectoryEntry#TYPE} and has a reference {@value Catalogs#MAIN}
   * @param stores opens the stores of other scopes
   */
  public EngineCatalogs(
      Store system,
      Function<Scope, Store> stores,
      LongSupplier ids,
      Environment environment,
      Purge purge) {
    this.system = system;
    this.purge = purge;
    this.stores = stores;
    this.ids = ids;
    this.environment = environment;
  }

  private DirectoryEntry commit(Change<DirectoryEntry> change) {
    return system.commit(MAIN, change).value();
  }

  private Snapshot current() {
    return system.current(MAIN);
  }

  private DirectoryEntry entry(
      String tenant, String name, LifeState state, Map<String, String> properties) {
    Names.check("the name of a tenant or catalog", name, MAX_NAME_BYTES);
    String id = Long.toString(ids.getAsLong(), Character.MAX_RADIX);
    return new DirectoryEntry(tenant, id, name, state, 1, properties, environment.nowMicros());
  }

  // Tenants.

  @Override
  public Tenant createTenant(String name, Map<String, String> properties) {
    DirectoryEntry entry = entry(NO_TENANT, name, LifeState.ACTIVE, properties);
    return tenant(commit(workspace -> TENANTS.create(workspace, entry)));
  }

  @Override
  public Optional<Tenant> findTenant(String name) {
    return TENANTS.find(current(), NO_TENANT, name).map(EngineCatalogs::tenant);
  }

  @Override
  public Listing<Tenant> listTenants(PageRequest page) {
    Listing<DirectoryEntry> found = TENANTS.list(system.stateFor(MAIN, page), NO_TENANT, page);
    return new Listing<>(found.items().stream().map(EngineCatalogs::tenant).toList(), found.next());
  }

  @Override
  public Tenant updateTenant(Tenant seen, Map<String, String> properties) {
    return changeTenant(seen, "update", entry -> entry.with(properties));
  }

  @Override
  public Tenant deactivateTenant(Tenant seen) {
    return changeTenant(seen, "deactivate", entry -> entry.with(LifeState.DEACTIVATED));
  }

  @Override
  public Tenant activateTenant(Tenant seen) {
    return changeTenant(seen, "activate", entry -> entry.with(LifeState.ACTIVE));
  }

  @Override
  public void purgeTenant(Tenant seen) {
    DirectoryEntry before = entry(seen);
    commit(
        workspace -> {
          CATALOGS.first(workspace, seen.id()).ifPresent(left -> refuseToPurge(seen, left));
          TENANTS.purge(workspace, before);
          return before;
        });
  }

  private static void refuseToPurge(Tenant tenant, DirectoryEntry left) {
    throw new CatalogNotActiveException(
        "the tenant '%s' has the catalog '%s'; purge its catalogs first"
            .formatted(tenant.name(), left.name()));
  }

  private Tenant changeTenant(Tenant seen, String what, UnaryOperator<DirectoryEntry> change) {
    return tenant(commit(workspace -> TENANTS.change(workspace, entry(seen), what, change)));
  }

  private static DirectoryEntry entry(Tenant seen) {
    return new DirectoryEntry(
        NO_TENANT, seen.id(), seen.name(), seen.state(), seen.version(), Map.of(), 0);
  }

  private static Tenant tenant(DirectoryEntry entry) {
    return new Tenant(
        entry.id(),
        entry.name(),
        entry.state(),
        entry.version(),
        entry.properties(),
        created(entry));
  }

  private static Instant created(DirectoryEntry entry) {
    return Micros.toInstant(entry.created());
  }

  // Catalogs.

  @Override
  public Catalog createCatalog(
      String tenant, String name, Map<String, String> properties, Collection<CatalogClaim> claims) {
    DirectoryEntry fresh = entry(NO_TENANT, name, LifeState.CREATING, properties);
    DirectoryEntry created =
        commit(
            workspace -> {
              DirectoryEntry owner = TENANTS.get(workspace, NO_TENANT, tenant);
              checkActive("tenant", owner);
              DirectoryEntry entry = fresh.of(owner.id());
              return CATALOGS.create(
                  workspace,
                  claims.isEmpty() ? entry : new ClaimIndex(workspace).add(entry, claims));
            });
    return finish(created);
  }

  private static void checkActive(String kind, DirectoryEntry entry) {
    if (entry.state() != LifeState.ACTIVE) {
      throw new CatalogNotActiveException(
          "the %s '%s' is %s; activate it first".formatted(kind, entry.name(), entry.state()));
    }
  }

  /** Completes the creation of a catalog, whichever process began it. */
  private Catalog finish(DirectoryEntry creating) {
    createMain(scope(creating));
    try {
      return catalog(
          commit(
              workspace ->
                  CATALOGS.change(
                      workspace, creating, "finish", entry -> entry.with(LifeState.ACTIVE))));
    } catch (CatalogChangedException e) {
      // Another process has finished it, or changed it since.
      return current(creating);
    }
  }

  private Catalog current(DirectoryEntry known) {
    return CATALOGS
        .find(current(), known.tenant(), known.name())
        .filter(found -> found.id().equals(known.id()))
        .map(EngineCatalogs::catalog)
        .orElseThrow(
            () ->
                new CatalogNotFoundException(
                    "the catalog '%s' was removed after its creation".formatted(known.name())));
  }

  private void createMain(Scope scope) {
    try (Store store = stores.apply(scope)) {
      try {
        var unused = store.createReference(MAIN);
      } catch (ReferenceExistsException e) {
        return; // an earlier try got that far
      } catch (UnknownOutcomeException e) {
        if (store.findReference(MAIN).isEmpty()) {
          throw e; // the next process that opens the catalog tries again
        }
      }
    }
  }

  @Override
  public Optional<Catalog> findCatalog(String tenant, String name) {
    Snapshot state = current();
    DirectoryEntry owner = TENANTS.get(state, NO_TENANT, tenant);
    return CATALOGS.find(state, owner.id(), name).map(EngineCatalogs::catalog);
  }

  @Override
  public Listing<Catalog> listCatalogs(String tenant, PageRequest page) {
    Snapshot state = system.stateFor(MAIN, page);
    DirectoryEntry owner = TENANTS.get(state, NO_TENANT, tenant);
    Listing<DirectoryEntry> found = CATALOGS.list(state, owner.id(), page);
    return new Listing<>(
        found.items().stream().map(EngineCatalogs::catalog).toList(), found.next());
  }

  @Override
  public Catalog updateCatalog(
      Catalog seen, Map<String, String> properties, Collection<CatalogClaim> claims) {
    return catalog(
        commit(
            workspace ->
                CATALOGS.change(
                    workspace,
                    entry(seen),
                    "update",
                    entry ->
                        claims.isEmpty()
                            ? entry.with(properties)
                            : new ClaimIndex(workspace).add(entry, claims).with(properties))));
  }

  @Override
  public Catalog deactivateCatalog(Catalog seen) {
    return changeCatalog(seen, "deactivate", entry -> entry.with(LifeState.DEACTIVATED));
  }

  @Override
  public Catalog activateCatalog(Catalog seen) {
    // It may have been deactivated before it was finished.
    DirectoryEntry creating = change(seen, "activate", entry -> entry.with(LifeState.CREATING));
    return finish(creating);
  }

  @Override
  public void purgeCatalog(Catalog seen) {
    DirectoryEntry before = entry(seen);
    commit(
        workspace -> {
          DirectoryEntry purged = CATALOGS.purge(workspace, before);
          if (!purged.claims().isEmpty()) {
            new ClaimIndex(workspace).release(purged);
          }
          return before;
        });
    purge.run(seen.scope());
  }

  @Override
  public void purgeUnknown(Scope scope) {
    if (scope.equals(Scope.SYSTEM)) {
      throw new CatalogExistsException("the system scope belongs to Cairn; it cannot be purged");
    }
    DirectoryEntry unknown =
        new DirectoryEntry(
            scope.tenantId(),
            scope.catalogId(),
            "",
            LifeState.PURGED,
            1,
            Map.of(),
            environment.nowMicros());
    commit(
        workspace -> {
          CATALOGS.giveUp(workspace, unknown);
          return unknown;
        });
    purge.run(scope);
  }

  /** Every scope that a catalog ever had, with its state. */
  public Map<Scope, LifeState> scopes() {
    Map<Scope, LifeState> scopes = new HashMap<>();
    CATALOGS.forEach(current(), entry -> scopes.put(scope(entry), entry.state()));
    return scopes;
  }

  private Catalog changeCatalog(Catalog seen, String what, UnaryOperator<DirectoryEntry> change) {
    return catalog(change(seen, what, change));
  }

  private DirectoryEntry change(Catalog seen, String what, UnaryOperator<DirectoryEntry> change) {
    return commit(workspace -> CATALOGS.change(workspace, entry(seen), what, change));
  }

  private static DirectoryEntry entry(Catalog seen) {
    return new DirectoryEntry(
        seen.scope().tenantId(),
        seen.scope().catalogId(),
        seen.name(),
        seen.state(),
        seen.version(),
        Map.of(),
        0);
  }

  private static Catalog catalog(DirectoryEntry entry) {
    return new Catalog(
        scope(entry),
        entry.name(),
        entry.state(),
        entry.version(),
        entry.properties(),
        created(entry),
        entry.claims());
  }

  private static Scope scope(DirectoryEntry entry) {
    return new Scope(entry.tenant(), entry.id());
  }

  @Override
  public Store open(String tenant, String name) {
    Snapshot state = current();
    DirectoryEntry owner = TENANTS.get(state, NO_TENANT, tenant);
    checkActive("tenant", owner);
    DirectoryEntry found = CATALOGS.get(state, owner.id(), name);
    if (found.state() == LifeState.CREATING) {
      Catalog finished = finish(found);
      if (finished.state() != LifeState.ACTIVE) {
        throw new CatalogNotActiveException(
            "the catalog '%s' is %s; activate it first".formatted(name, finished.state()));
      }
    } else {
      checkActive("catalog", found);
    }
    return stores.apply(scope(found));
  }
}
