package dev.cairn.api.catalog;

import dev.cairn.api.Scope;
import dev.cairn.api.store.Store;
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
 * are atomic: each is one commit in the system scope, with its exceptions. Besides what is said
 * below, methods throw what {@link Store#commit} and {@link Store#current} throw.
 */
public interface Catalogs {
  /** How long a name may be, in bytes of UTF-8. */
  int MAX_NAME_BYTES = 256;

  /** The reference that every catalog has from the beginning. */
  String MAIN = "main";

  /**
   * Creates a tenant.
   *
   * @throws CatalogExistsException if there is one of that name
   */
  Tenant createTenant(String name, Map<String, String> properties);

  /** The tenant of that name. */
  Optional<Tenant> findTenant(String name);

  /** Up to {@code limit} tenants whose names come after {@code after}; from the first if empty. */
  Listing<Tenant> listTenants(Optional<String> after, int limit);

  /**
   * Replaces the properties.
   *
   * @param seen the tenant as the caller saw it
   * @throws CatalogChangedException if it is not so any more
   */
  Tenant updateTenant(Tenant seen, Map<String, String> properties);

  /**
   * Lets nobody open catalogs of the tenant any more. Stores that are open stay open.
   *
   * @throws CatalogChangedException if it is not as {@code seen} any more
   */
  Tenant deactivateTenant(Tenant seen);

  /** Takes {@link #deactivateTenant} back. */
  Tenant activateTenant(Tenant seen);

  /**
   * Gives a deactivated tenant up for ever, whose catalogs are all purged. Its name is free again,
   * its ID is not.
   *
   * @throws CatalogNotActiveException if it is not deactivated, or a catalog of it is left
   * @throws CatalogChangedException if it is not as {@code seen} any more
   */
  void purgeTenant(Tenant seen);

  /**
   * Creates a catalog, with a scope that was never used before and an empty reference {@value
   * #MAIN}. If it fails in the middle, the catalog is there, and whoever opens it does the rest.
   *
   * @throws CatalogNotFoundException if there is no such tenant
   * @throws CatalogNotActiveException if the tenant is deactivated
   * @throws CatalogExistsException if the tenant has a catalog of that name
   */
  Catalog createCatalog(String tenant, String name, Map<String, String> properties);

  /**
   * The catalog of that name.
   *
   * @throws CatalogNotFoundException if there is no such tenant
   */
  Optional<Catalog> findCatalog(String tenant, String name);

  /**
   * Up to {@code limit} catalogs whose names come after {@code after}; from the first if empty.
   *
   * @throws CatalogNotFoundException if there is no such tenant
   */
  Listing<Catalog> listCatalogs(String tenant, Optional<String> after, int limit);

  /**
   * Replaces the properties.
   *
   * @throws CatalogChangedException if it is not as {@code seen} any more
   */
  Catalog updateCatalog(Catalog seen, Map<String, String> properties);

  /**
   * Lets nobody open the catalog any more. Stores that are open stay open.
   *
   * @throws CatalogChangedException if it is not as {@code seen} any more
   */
  Catalog deactivateCatalog(Catalog seen);

  /** Takes {@link #deactivateCatalog} back. */
  Catalog activateCatalog(Catalog seen);

  /**
   * Gives a deactivated catalog up for ever, with all that is in it. Its name is free again at
   * once, its ID never is. Its references are deleted before this returns; everything else goes
   * with the next {@linkplain dev.cairn.api.maintenance collections}. If it fails in the middle,
   * the catalog is purged, and the next collection deletes the references that are left. Nothing of
   * another scope is touched.
   *
   * @throws CatalogNotActiveException if it is not deactivated
   * @throws CatalogChangedException if it is not as {@code seen} any more
   */
  void purgeCatalog(Catalog seen);

  /**
   * Gives up the rows of a scope that belongs to no catalog, which collections {@linkplain
   * dev.cairn.api.maintenance.CollectionReport#unknownScopes report} and keep: its references are
   * deleted, and everything else goes with the next collections. For ever, and harmless if
   * repeated.
   *
   * @throws CatalogExistsException if a catalog has the scope
   */
  void purgeUnknown(Scope scope);

  /**
   * The store of a catalog, which the caller closes.
   *
   * @throws CatalogNotFoundException if there is no such tenant or catalog
   * @throws CatalogNotActiveException if one of them is deactivated
   */
  Store open(String tenant, String name);
}
