package dev.cairn.api.catalog;

import dev.cairn.api.Scope;
import dev.cairn.api.index.InvalidPageTokenException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.store.Store;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tenants and catalogs of a database.
 *
 * <pre>{@code
 * catalogs.createTenant("acme", Map.of());
 * catalogs.createCatalog("acme", "sales", Map.of("owner", "ann"));
 * try (Store store = catalogs.open("acme", "sales")) {
 *   store.commit("main", …);
 * }
 * }</pre>
 *
 * <p>Names have 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8 without control characters. Changes
 * are atomic: each is one commit in the system scope. In addition to the exceptions below, methods
 * throw those of {@link Store#commit} and {@link Store#current}.
 */
public interface Catalogs {
  /** The maximum length of a name, in bytes of UTF-8. */
  int MAX_NAME_BYTES = 256;

  /** The maximum number of claims of a catalog. */
  int MAX_CLAIMS = 256;

  /** The reference that every catalog is created with. */
  String MAIN = "main";

  /**
   * Creates a tenant.
   *
   * @throws CatalogExistsException if the name is taken
   */
  Tenant createTenant(String name, Map<String, String> properties);

  /** Finds a tenant by name. */
  Optional<Tenant> findTenant(String name);

  /**
   * Lists tenants by name, one page at a time. All pages show the state of the first one.
   *
   * @throws InvalidPageTokenException if the token is truncated or modified, or of another listing
   * @throws PageTokenExpiredException if that state is no longer retained
   */
  Listing<Tenant> listTenants(PageRequest page);

  /**
   * Replaces the properties.
   *
   * @param seen the tenant as the caller read it
   * @throws CatalogChangedException if it has changed since
   */
  Tenant updateTenant(Tenant seen, Map<String, String> properties);

  /**
   * Prevents the tenant's catalogs from being opened. Open stores stay open.
   *
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  Tenant deactivateTenant(Tenant seen);

  /** Reverts {@link #deactivateTenant}. */
  Tenant activateTenant(Tenant seen);

  /**
   * Permanently removes a deactivated tenant whose catalogs are all purged. Its name becomes free;
   * its ID is never reused.
   *
   * @throws CatalogNotActiveException if it is not deactivated, or still has a catalog
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  void purgeTenant(Tenant seen);

  /**
   * Creates a catalog with a new scope and an empty reference {@value #MAIN}. If it fails midway,
   * the catalog exists, and the next call that opens it completes the creation.
   *
   * @throws CatalogNotFoundException if the tenant does not exist
   * @throws CatalogNotActiveException if the tenant is deactivated
   * @throws CatalogExistsException if the tenant has a catalog with that name
   */
  default Catalog createCatalog(String tenant, String name, Map<String, String> properties) {
    return createCatalog(tenant, name, properties, List.of());
  }

  /**
   * Creates a catalog with claims. No claim equals, contains or lies inside a claim of another
   * catalog, of whatever tenant: the same commit checks and records them. Claims of one catalog may
   * be nested. They are released only when the catalog is {@linkplain #purgeCatalog purged}.
   *
   * @param claims at most {@value #MAX_CLAIMS}
   * @throws ClaimConflictException if one conflicts with a claim of another catalog
   */
  Catalog createCatalog(
      String tenant, String name, Map<String, String> properties, Collection<CatalogClaim> claims);

  /**
   * Finds a catalog by name.
   *
   * @throws CatalogNotFoundException if the tenant does not exist
   */
  Optional<Catalog> findCatalog(String tenant, String name);

  /**
   * Lists the catalogs of a tenant by name, one page at a time. All pages show the state of the
   * first one.
   *
   * @throws CatalogNotFoundException if the tenant does not exist in that state
   * @throws InvalidPageTokenException if the token is truncated or modified, or of another listing
   * @throws PageTokenExpiredException if that state is no longer retained
   */
  Listing<Catalog> listCatalogs(String tenant, PageRequest page);

  /**
   * Replaces the properties.
   *
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  default Catalog updateCatalog(Catalog seen, Map<String, String> properties) {
    return updateCatalog(seen, properties, List.of());
  }

  /**
   * Replaces the properties, and adds claims to those that the catalog has; these stay, whether
   * they are given again or not.
   *
   * @param claims at most {@value #MAX_CLAIMS} together with those that the catalog has
   * @throws CatalogChangedException if it has changed since {@code seen}
   * @throws ClaimConflictException if one conflicts with a claim of another catalog
   */
  Catalog updateCatalog(
      Catalog seen, Map<String, String> properties, Collection<CatalogClaim> claims);

  /**
   * Prevents the catalog from being opened. Open stores stay open.
   *
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  Catalog deactivateCatalog(Catalog seen);

  /** Reverts {@link #deactivateCatalog}. */
  Catalog activateCatalog(Catalog seen);

  /**
   * Permanently removes a deactivated catalog with its contents. Its name becomes free at once; its
   * ID is never reused. Its references are deleted before this returns; the next {@linkplain
   * dev.cairn.api.maintenance collections} delete the rest. If it fails midway, the catalog is
   * purged, and the next collection deletes the remaining references. Other scopes are not
   * affected.
   *
   * @throws CatalogNotActiveException if it is not deactivated
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  void purgeCatalog(Catalog seen);

  /**
   * Permanently removes a scope that belongs to no catalog. Collections keep such scopes and
   * {@linkplain dev.cairn.api.maintenance.CollectionReport#unknownScopes report} them. Deletes the
   * references of the scope; the next collections delete the rest. Idempotent.
   *
   * @throws CatalogExistsException if the scope belongs to a catalog
   */
  void purgeUnknown(Scope scope);

  /**
   * Opens the store of a catalog, or another handle on it if it is open. The caller closes the
   * handle, which does not affect the others.
   *
   * @throws CatalogNotFoundException if the tenant or catalog does not exist
   * @throws CatalogNotActiveException if one of them is deactivated
   */
  Store open(String tenant, String name);
}
