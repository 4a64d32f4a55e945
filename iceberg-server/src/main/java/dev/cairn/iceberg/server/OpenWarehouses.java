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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Map<WarehousePrefix, Seen> open = new ConcurrentHashMap<>();

  /** The requests in progress, each a token. Also the lock of {@link #retired}. */
  private final Set<Object> requests = new HashSet<>();

  /** Replaced ones that requests in progress may still use. */
  private final List<Retired> retired = new ArrayList<>();

  /**
   * A replaced warehouse.
   *
   * @param users the requests that were in progress when it was replaced, and still are
   */
  private record Retired(Seen seen, Set<Object> users) {}

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

  /**
   * Begins a request. What it finds here stays open until the action that this returns is run, also
   * if the warehouse is replaced meanwhile: a commit must not lose its files halfway.
   */
  Runnable begin() {
    Object request = new Object();
    synchronized (requests) {
      requests.add(request);
    }
    return () -> end(request);
  }

  private void end(Object request) {
    List<Retired> unused = new ArrayList<>();
    synchronized (requests) {
      requests.remove(request);
      retired.forEach(each -> each.users().remove(request));
      retired.stream().filter(each -> each.users().isEmpty()).forEach(unused::add);
      retired.removeAll(unused);
    }
    unused.forEach(each -> each.seen().close());
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

  private Optional<ServedWarehouse> open(WarehousePrefix prefix, boolean isStale) {
    Seen seen = open.get(prefix);
    return seen != null && !isStale && clock.instant().isBefore(seen.at().plus(age))
        ? Optional.of(seen.served())
        : compared(prefix);
  }

  // The database is asked without the lock: if it is slow, no request waits for those before it.
  private Optional<ServedWarehouse> compared(WarehousePrefix prefix) {
    Instant begin = clock.instant();
    Optional<Warehouse> stored =
        stored(prefix.name()).filter(found -> WarehousePrefix.of(found).equals(prefix));
    return compared(prefix, stored, begin);
  }

  private synchronized Optional<ServedWarehouse> compared(
      WarehousePrefix prefix, Optional<Warehouse> stored, Instant begin) {
    Seen seen = open.get(prefix);
    if (seen != null && seen.at().isAfter(begin)) {
      return Optional.of(seen.served()); // by a request that asked later
    }
    if (stored.isEmpty()) {
      retire(open.remove(prefix));
      return Optional.empty();
    }
    if (seen != null && seen.warehouse().warehouse().version() == stored.get().version()) {
      open.put(prefix, seen.again(begin));
      return Optional.of(seen.served());
    }
    retire(seen);
    return reopen(prefix, begin);
  }

  private void retire(@Nullable Seen seen) {
    if (seen == null) {
      return;
    }
    synchronized (requests) {
      if (!requests.isEmpty()) {
        retired.add(new Retired(seen, new HashSet<>(requests)));
        return;
      }
    }
    seen.close();
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
    synchronized (requests) {
      retired.forEach(each -> each.seen().close());
      retired.clear();
    }
  }
}
