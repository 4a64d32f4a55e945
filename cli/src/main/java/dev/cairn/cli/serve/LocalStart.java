package dev.cairn.cli.serve;

import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.spi.Backends;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.WarehouseProperties;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * A store on this machine with files next to it. A database that other machines share has no place
 * for files that all of them reach, so there an operator creates the warehouses.
 */
final class LocalStart {
  /** The warehouse that is created if there is none. */
  static final String WAREHOUSE = "demo";

  private static final int PART = 1_000;
  private static final String STORE = "store";
  private static final String FILES = "warehouse";

  private LocalStart() {}

  /**
   * The settings of a store in {@code directory}.
   *
   * @throws CommandException if no warehouse can be next to it, since locations cannot have all
   *     characters
   */
  static Map<String, String> settings(Path directory) {
    Path store = directory.resolve(STORE).toAbsolutePath().normalize();
    try {
      var unused = WarehouseProperties.of(properties(store.resolveSibling(FILES)));
    } catch (ValidationException e) {
      throw CommandException.usage(
          "there can be no warehouse in %s (%s); name another directory by --directory"
              .formatted(store.getParent(), e.getMessage()));
    }
    return Map.of(
        Backends.BACKEND.key(),
        RocksDbBackendFactory.NAME,
        RocksDbBackendFactory.PATH.key(),
        store.toString());
  }

  /**
   * Whether this process may write the store that {@code configuration} names, or create it with a
   * warehouse next to it.
   *
   * @return what prevents it; empty if nothing does
   */
  static Optional<String> obstacle(Configuration configuration) {
    if (!configuration.get(Backends.BACKEND).equals(RocksDbBackendFactory.NAME)) {
      return Optional.empty();
    }
    Path store = configuration.get(RocksDbBackendFactory.PATH).toAbsolutePath().normalize();
    if (Files.isDirectory(store)) {
      return unwritable(store)
          .map(
              file ->
                  "the store in %s cannot be opened: %s: permission denied".formatted(store, file));
    }
    Path above = store;
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    boolean isDirectory = above != null && Files.isDirectory(above);
    if (isDirectory && Files.isWritable(above)) {
      return Optional.empty();
    }
    return Optional.of(
        "the directory %s cannot be created: %s: %s"
            .formatted(store, above, isDirectory ? "permission denied" : "not a directory"));
  }

  /** RocksDB appends to some files and creates others. */
  private static Optional<Path> unwritable(Path store) {
    try (Stream<Path> files = Files.list(store)) {
      return Stream.concat(Stream.of(store), files.filter(file -> !isTable(file)))
          .filter(file -> !Files.isWritable(file))
          .findFirst();
    } catch (IOException e) {
      return Optional.of(store);
    }
  }

  /** Tables of RocksDB are never changed. */
  private static boolean isTable(Path file) {
    return file.toString().endsWith(".sst");
  }

  /** Where files of the store that {@code configuration} names go; empty if it has no place. */
  private static Optional<Path> files(Configuration configuration) {
    if (!configuration.get(Backends.BACKEND).equals(RocksDbBackendFactory.NAME)) {
      return Optional.empty();
    }
    Path store = configuration.get(RocksDbBackendFactory.PATH).toAbsolutePath().normalize();
    return Optional.of(store.resolveSibling(FILES));
  }

  /**
   * Creates the tenant if it is missing, and a warehouse beside a store on this machine if the
   * tenant has none.
   *
   * @return the warehouse to show to users; empty if there is none
   */
  static Optional<String> prepare(
      Catalogs catalogs, String tenant, Warehouses warehouses, Configuration configuration) {
    if (catalogs.findTenant(tenant).isEmpty()) {
      createTenant(catalogs, tenant);
    }
    List<Warehouse> found = all(warehouses);
    if (!found.isEmpty()) {
      return found.stream()
          .filter(each -> each.state() == LifeState.ACTIVE)
          .map(Warehouse::name)
          .findFirst();
    }
    Optional<Path> files = files(configuration);
    files.ifPresent(place -> create(warehouses, place));
    return files.map(place -> WAREHOUSE);
  }

  /** Also those on later pages: other catalogs of the tenant are left out of pages. */
  private static List<Warehouse> all(Warehouses warehouses) {
    List<Warehouse> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Listing<Warehouse> page = warehouses.list(new PageRequest(PART, next));
      found.addAll(page.items());
      next = page.next();
    } while (next.isPresent());
    return found;
  }

  // Another process may be faster; what it created is as good.
  private static void createTenant(Catalogs catalogs, String tenant) {
    try {
      var unused = catalogs.createTenant(tenant, Map.of());
    } catch (CatalogExistsException e) {
      return;
    }
  }

  private static void create(Warehouses warehouses, Path files) {
    try {
      var unused = warehouses.create(WAREHOUSE, properties(files));
    } catch (CatalogExistsException e) {
      return;
    }
  }

  /** Iceberg takes characters of locations literally, so nothing is encoded. */
  private static Map<String, String> properties(Path files) {
    return Map.of(WarehouseProperties.LOCATION, "file:" + files.resolve(WAREHOUSE));
  }
}
