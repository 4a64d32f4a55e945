package dev.cairn.iceberg.server;

import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.idempotency.Idempotency;
import dev.cairn.iceberg.server.rest.ServedWarehouse;
import dev.cairn.iceberg.server.rest.WarehouseSource;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The warehouses that this process has opened. Each is opened by the first request that names it,
 * and looked at again from time to time: a change of its properties takes effect then, and a
 * deactivated warehouse is closed.
 */
final class OpenWarehouses implements WarehouseSource, AutoCloseable {
  private final Warehouses warehouses;
  private final Idempotency idempotency;
  private final Clock clock;
  private final Duration age;
  private final Map<WarehousePrefix, Seen> open = new HashMap<>();

  /** Replaced ones, which requests in progress may still use until the next look. */
  private final List<Seen> retired = new ArrayList<>();

  /** An open warehouse, and when it was last compared with what is stored. */
  private record Seen(OpenWarehouse warehouse, ServedWarehouse served, Instant at) {
    void close() {
      served.executor().close();
      warehouse.close();
    }

    Seen again(Instant time) {
      return new Seen(warehouse, served, time);
    }
  }

  OpenWarehouses(Warehouses warehouses, Idempotency idempotency, Clock clock, Duration age) {
    this.warehouses = warehouses;
    this.idempotency = idempotency;
    this.clock = clock;
    this.age = age;
  }

  @Override
  public Optional<ServedWarehouse> named(String name) {
    return stored(name).map(WarehousePrefix::of).flatMap(prefix -> open(prefix, true));
  }

  @Override
  public Optional<ServedWarehouse> withPrefix(String prefix) {
    return WarehousePrefix.parse(prefix).flatMap(parsed -> open(parsed, false));
  }

  private Optional<Warehouse> stored(String name) {
    try {
      return warehouses.find(name).filter(found -> found.state() == LifeState.ACTIVE);
    } catch (CatalogNotFoundException e) {
      return Optional.empty(); // the tenant does not exist yet
    }
  }

  private synchronized Optional<ServedWarehouse> open(WarehousePrefix prefix, boolean isStale) {
    Seen seen = open.get(prefix);
    Instant now = clock.instant();
    if (seen != null && !isStale && now.isBefore(seen.at().plus(age))) {
      return Optional.of(seen.served());
    }
    retired.forEach(Seen::close);
    retired.clear();
    Optional<Warehouse> stored =
        stored(prefix.name()).filter(found -> WarehousePrefix.of(found).equals(prefix));
    if (stored.isEmpty()) {
      retire(open.remove(prefix));
      return Optional.empty();
    }
    if (seen != null && seen.warehouse().warehouse().version() == stored.get().version()) {
      open.put(prefix, seen.again(now));
      return Optional.of(seen.served());
    }
    retire(seen);
    return reopen(prefix, now);
  }

  private void retire(@Nullable Seen seen) {
    if (seen != null) {
      retired.add(seen);
    }
  }

  private Optional<ServedWarehouse> reopen(WarehousePrefix prefix, Instant now) {
    OpenWarehouse warehouse;
    try {
      warehouse = warehouses.open(prefix.name());
    } catch (CatalogNotFoundException | CatalogNotActiveException e) {
      open.remove(prefix);
      return Optional.empty();
    }
    ServedWarehouse served =
        new ServedWarehouse(
            prefix.toString(),
            warehouse.store(),
            warehouse.catalog(),
            idempotency.executor(warehouse.store().scope()),
            ClientProperties.defaults(warehouse.properties()),
            ClientProperties.overrides(warehouse.properties()));
    open.put(prefix, new Seen(warehouse, served, now));
    return Optional.of(served);
  }

  @Override
  public synchronized void close() {
    open.values().forEach(Seen::close);
    open.clear();
    retired.forEach(Seen::close);
    retired.clear();
  }
}
