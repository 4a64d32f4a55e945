package dev.cairn.cli.bench;

import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.Store;
import dev.cairn.cli.ToolConnection;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLeaseInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A tenant with one catalog for one measurement; closing it gives both up. A run that is killed
 * leaves them behind with the name of its process, and the next run gives up those whose process
 * holds no node any more.
 */
final class BenchTenant implements AutoCloseable {
  private static final String PREFIX = "cairn-bench-";
  private static final String CATALOG = "run";
  private static final String HOST = "host";
  private static final String PROCESS = "process";
  private static final int PART = 1_000;

  private final Catalogs catalogs;
  private final Tenant tenant;

  private BenchTenant(Catalogs catalogs, Tenant tenant) {
    this.catalogs = catalogs;
    this.tenant = tenant;
  }

  static BenchTenant create(ToolConnection connection) {
    Catalogs catalogs = connection.cairn().catalogs();
    Set<LeaseHolder> alive = holders(connection);
    giveUpLeftOvers(catalogs, alive);
    LeaseHolder self = connection.cairn().holder();
    Tenant tenant =
        catalogs.createTenant(
            PREFIX + Instant.now().toString().replace(':', '-'),
            Map.of(HOST, self.host(), PROCESS, self.process()));
    BenchTenant created = new BenchTenant(catalogs, tenant);
    try {
      var unused = catalogs.createCatalog(tenant.name(), CATALOG, Map.of());
      return created;
    } catch (RuntimeException | Error e) {
      created.close();
      throw e;
    }
  }

  Store open() {
    return catalogs.open(tenant.name(), CATALOG);
  }

  @Override
  public void close() {
    giveUp(catalogs, tenant);
  }

  private static Set<LeaseHolder> holders(ToolConnection connection) {
    Environment environment = Environment.system();
    Instant now = environment.clock().instant();
    int level =
        new FormatLevel(connection.backend(), environment).read().orElse(FormatLevel.NEWEST);
    return NodeLeases.list(
            new UpdateableObjects(
                connection.backend(), new Codec(level), Scope.SYSTEM, environment))
        .stream()
        .filter(lease -> !lease.released() && !lease.untilInstant().isBefore(now))
        .map(NodeLeaseInfo::holder)
        .collect(Collectors.toSet());
  }

  private static void giveUpLeftOvers(Catalogs catalogs, Set<LeaseHolder> alive) {
    Optional<PageRequest> request = Optional.of(PageRequest.first(PART));
    while (request.isPresent()) {
      Listing<Tenant> page = catalogs.listTenants(request.get());
      for (Tenant each : page.items()) {
        Optional<LeaseHolder> owner = owner(each);
        if (owner.isPresent() && !alive.contains(owner.get())) {
          giveUpUnlessOthersDo(catalogs, each);
        }
      }
      request = page.next().map(token -> PageRequest.after(token, PART));
    }
  }

  private static Optional<LeaseHolder> owner(Tenant tenant) {
    Map<String, String> properties = tenant.properties();
    boolean isOfRun =
        tenant.name().startsWith(PREFIX)
            && properties.containsKey(HOST)
            && properties.containsKey(PROCESS);
    return isOfRun
        ? Optional.of(
            new LeaseHolder(
                properties.getOrDefault(HOST, ""), properties.getOrDefault(PROCESS, "")))
        : Optional.empty();
  }

  private static void giveUpUnlessOthersDo(Catalogs catalogs, Tenant tenant) {
    try {
      giveUp(catalogs, tenant);
    } catch (CatalogChangedException | CatalogNotFoundException e) {
      // Another run that began now gives it up.
    }
  }

  private static void giveUp(Catalogs catalogs, Tenant tenant) {
    List<Catalog> left =
        tenant.state() == LifeState.ACTIVE || tenant.state() == LifeState.DEACTIVATED
            ? catalogs.listCatalogs(tenant.name(), PageRequest.first(PART)).items()
            : List.of();
    for (Catalog each : left) {
      catalogs.purgeCatalog(
          each.state() == LifeState.DEACTIVATED ? each : catalogs.deactivateCatalog(each));
    }
    Tenant now = catalogs.findTenant(tenant.name()).orElseThrow();
    catalogs.purgeTenant(
        now.state() == LifeState.DEACTIVATED ? now : catalogs.deactivateTenant(now));
  }
}
