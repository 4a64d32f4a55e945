package dev.cairn.iceberg.warehouse;

import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;

/**
 * The warehouses of one tenant.
 *
 * <pre>{@code
 * Warehouses warehouses = new Warehouses(cairn.catalogs(), "acme", Map.of(), Clock.systemUTC());
 * warehouses.create("sales", Map.of("location", "s3://bucket/sales"));
 * try (OpenWarehouse sales = warehouses.open("sales")) {
 *   sales.catalog().namespaces().create(Namespace.of("emea"), Map.of());
 * }
 * }</pre>
 *
 * <p>A warehouse is a catalog of the store with a base location. Its locations, base and allowed
 * ones, belong to it alone among the warehouses of all tenants: the commit that creates or updates
 * it checks and records them. They stay taken when they are removed from the properties, and become
 * free when the warehouse is purged. Catalogs without a base location are not shown.
 */
public final class Warehouses {
  private final Catalogs catalogs;
  private final String tenant;
  private final Map<String, String> fileDefaults;
  private final Clock clock;

  /**
   * @param tenant an existing tenant
   * @param fileDefaults properties of the {@code FileIO} that warehouses do not set, such as
   *     credentials, which are then not stored
   * @param clock the time of drops
   */
  public Warehouses(
      Catalogs catalogs, String tenant, Map<String, String> fileDefaults, Clock clock) {
    this.catalogs = catalogs;
    this.tenant = tenant;
    this.fileDefaults = Map.copyOf(fileDefaults);
    this.clock = clock;
  }

  /**
   * Creates a warehouse.
   *
   * @throws ValidationException if a property is missing, unknown or has a bad value
   * @throws CatalogExistsException if the name is taken
   * @throws ClaimConflictException if a location overlaps one of another warehouse
   */
  public Warehouse create(String name, Map<String, String> properties) {
    WarehouseProperties checked = check(properties);
    return new Warehouse(catalogs.createCatalog(tenant, name, checked.all(), checked.claims()));
  }

  /**
   * Checks properties as {@link #create} and {@link #update} do before they commit. Whether
   * locations overlap those of other warehouses is found by the commit alone.
   *
   * @throws ValidationException if a property is missing, unknown or has a bad value
   */
  public WarehouseProperties check(Map<String, String> properties) {
    WarehouseProperties checked = WarehouseProperties.of(properties);
    FileIOChoice.of(checked, fileDefaults).check();
    return checked;
  }

  /** Finds a warehouse by name. */
  public Optional<Warehouse> find(String name) {
    return catalogs.findCatalog(tenant, name).filter(Warehouses::isWarehouse).map(Warehouse::new);
  }

  private static boolean isWarehouse(Catalog catalog) {
    return catalog.properties().containsKey(WarehouseProperties.LOCATION);
  }

  /**
   * Finds a warehouse by name.
   *
   * @throws CatalogNotFoundException if it does not exist
   */
  public Warehouse get(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new CatalogNotFoundException(
                    "the tenant '%s' has no warehouse '%s'".formatted(tenant, name)));
  }

  /**
   * One page of the warehouses, by name. All pages show the state of the first one; a page may have
   * fewer than requested, and there are more as long as it has a token.
   */
  public Listing<Warehouse> list(PageRequest page) {
    Listing<Catalog> found = catalogs.listCatalogs(tenant, page);
    return new Listing<>(
        found.items().stream().filter(Warehouses::isWarehouse).map(Warehouse::new).toList(),
        found.next());
  }

  /**
   * Replaces the properties. Locations that are no longer among them stay taken; tables there can
   * be read, renamed and dropped, but not changed. A process uses them from when it next opens the
   * warehouse.
   *
   * @throws ValidationException if a property is missing, unknown or has a bad value
   * @throws CatalogChangedException if it has changed since {@code seen}
   * @throws ClaimConflictException if a location overlaps one of another warehouse
   */
  public Warehouse update(Warehouse seen, Map<String, String> properties) {
    WarehouseProperties checked = check(properties);
    return new Warehouse(catalogs.updateCatalog(seen.catalog(), checked.all(), checked.claims()));
  }

  /**
   * Prevents the warehouse from being opened. Those that are open stay open.
   *
   * @throws ForbiddenException if it is protected
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  public Warehouse deactivate(Warehouse seen) {
    checkUnprotected(seen);
    return new Warehouse(catalogs.deactivateCatalog(seen.catalog()));
  }

  /** Reverts {@link #deactivate}. */
  public Warehouse activate(Warehouse seen) {
    return new Warehouse(catalogs.activateCatalog(seen.catalog()));
  }

  /**
   * Permanently removes a deactivated warehouse with everything in it. Its name and its locations
   * become free. Files stay: they belong to their owner.
   *
   * @throws ForbiddenException if it is protected
   * @throws CatalogNotActiveException if it is not deactivated
   * @throws CatalogChangedException if it has changed since {@code seen}
   */
  public void purge(Warehouse seen) {
    checkUnprotected(seen);
    catalogs.purgeCatalog(seen.catalog());
  }

  /**
   * Checks what {@link #deactivate} and {@link #purge} check before they commit. A change since it
   * was read is found by the commit, as everything else that changes it.
   *
   * @throws ForbiddenException if it is protected
   */
  public static void checkUnprotected(Warehouse seen) {
    if (seen.properties().isProtected()) {
      throw new ForbiddenException(
          "The warehouse %s is protected: set its property %s to false first",
          seen.name(), WarehouseProperties.PROTECTED);
    }
  }

  /**
   * Opens a warehouse. A process opens it once and shares it: commits to one table queue within
   * what one call returned.
   *
   * @throws CatalogNotFoundException if it does not exist
   * @throws CatalogNotActiveException if it or its tenant is deactivated
   * @throws ValidationException if its {@code FileIO} cannot be used
   */
  public OpenWarehouse open(String name) {
    Warehouse warehouse = get(name);
    WarehouseProperties properties = warehouse.properties();
    Store store = catalogs.open(tenant, name);
    boolean isOpen = false;
    try {
      FileIO files = FileIOChoice.of(properties, fileDefaults).open();
      IcebergCatalog catalog = new IcebergCatalog(store, files, properties.settings(), clock);
      isOpen = true;
      return new OpenWarehouse(warehouse, properties, store, files, catalog);
    } finally {
      if (!isOpen) {
        store.close();
      }
    }
  }
}
