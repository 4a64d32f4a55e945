package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.spi.Health;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.server.rest.RestService;
import dev.cairn.iceberg.warehouse.Warehouses;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An Iceberg REST server for the warehouses of a database.
 *
 * <pre>{@code
 * Configuration configuration =
 *     Configuration.builder().file(file).build(IcebergServer.settings());
 * try (Cairn cairn = Cairn.open(configuration);
 *     IcebergServer server = IcebergServer.start(cairn, configuration)) {
 *   System.out.println("http://127.0.0.1:" + server.port());
 *   ...
 * }
 * }</pre>
 *
 * <p>Closing it stops accepting requests, waits a bounded time for those in progress, and leaves
 * the connection to the database open.
 */
public final class IcebergServer implements AutoCloseable {
  /** Requests to the management port at a time. */
  private static final int MANAGEMENT_REQUESTS = 4;

  private final JettyListener api;
  private final JettyListener management;
  private final Optional<CommandRequests> commands;
  private final OpenWarehouses warehouses;
  private final AtomicBoolean stopping;

  private IcebergServer(
      JettyListener api,
      JettyListener management,
      Optional<CommandRequests> commands,
      OpenWarehouses warehouses,
      AtomicBoolean stopping) {
    this.api = api;
    this.management = management;
    this.commands = commands;
    this.warehouses = warehouses;
    this.stopping = stopping;
  }

  /** The settings of the engine, of all backends on the class path and of the server. */
  public static List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(Cairn.settings());
    settings.addAll(ServerSettings.ALL);
    return settings;
  }

  /**
   * Checks what can be checked without starting.
   *
   * @throws ConfigurationException if a setting is refused
   */
  public static void check(Configuration configuration) {
    ServerSettings.ALL.forEach(configuration::find);
    SettingChecks.check(configuration);
    BindAddress.check(configuration);
    KnownHosts unusedHosts = KnownHosts.of(configuration, BindAddress.of(configuration));
    Optional<TlsIdentity> unused = PemFiles.of(configuration).map(PemFiles::read);
  }

  /**
   * Starts a server with metrics of its own.
   *
   * @param cairn the connection, which stays open when the server is closed
   * @param configuration with {@link #settings}
   * @throws ConfigurationException if a setting is refused, or a port is taken
   */
  public static IcebergServer start(Cairn cairn, Configuration configuration) {
    return start(
        cairn,
        configuration,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        Optional.empty());
  }

  /**
   * Starts a server.
   *
   * @param registry what {@code /metrics} shows, with the metrics of the server added
   * @param commands what operators of the same machine may run in this process
   */
  public static IcebergServer start(
      Cairn cairn,
      Configuration configuration,
      PrometheusMeterRegistry registry,
      Optional<OperatorCommands> commands) {
    SettingChecks.check(configuration);
    Clock clock = Clock.systemUTC();
    OpenWarehouses warehouses =
        new OpenWarehouses(
            new Warehouses(
                cairn.catalogs(), configuration.get(ServerSettings.TENANT), Map.of(), clock),
            cairn.idempotency(),
            clock,
            configuration.get(ServerSettings.WAREHOUSE_AGE));
    InetAddress address = BindAddress.of(configuration);
    KnownHosts hosts = KnownHosts.of(configuration, address);
    MemoryBudget budget = new MemoryBudget(configuration.get(ServerSettings.MAX_BUFFERED));
    ServerMeters meters = new ServerMeters(registry, budget);
    AtomicBoolean stopping = new AtomicBoolean();
    IdempotencySettings keys = cairn.idempotency().settings();
    RestService service =
        new RestService(
            warehouses,
            ServerSettings.limits(configuration, meters::limited),
            configuration.get(ServerSettings.NAMESPACE_SEPARATOR),
            configuration.find(ServerSettings.DEFAULT_WAREHOUSE),
            keys.enabled() ? Optional.<Duration>of(keys.lifetime()) : Optional.empty());
    int requests = configuration.get(ServerSettings.MAX_REQUESTS);
    Optional<CommandRequests> run = commands.map(CommandRequests::new);
    JettyListener management =
        JettyListener.start(
            "cairn-management",
            address,
            ServerSettings.MANAGEMENT_PORT,
            MANAGEMENT_REQUESTS,
            false,
            new ManagementRequests(hosts, () -> problem(cairn, stopping), registry, run),
            meters,
            configuration);
    try {
      JettyListener api =
          JettyListener.start(
              "cairn-http",
              address,
              ServerSettings.PORT,
              requests,
              true,
              new HttpRequests(
                  service, warehouses, hosts, PrincipalFilter.NONE, meters, budget, configuration),
              meters,
              configuration);
      meters.connections(api::connections);
      return new IcebergServer(api, management, run, warehouses, stopping);
    } catch (RuntimeException e) {
      management.close();
      throw e;
    }
  }

  private static Optional<String> problem(Cairn cairn, AtomicBoolean stopping) {
    if (stopping.get()) {
      return Optional.of("the server stops");
    }
    Health health = cairn.backend().health();
    return health.healthy()
        ? cairn.clockProblem().or(cairn::leaseProblem)
        : Optional.of(health.detail());
  }

  /** The port of the Iceberg REST API. */
  public int port() {
    return api.port();
  }

  /** The port of health and metrics. */
  public int managementPort() {
    return management.port();
  }

  /** Stops accepting requests and waits a bounded time for those in progress. */
  @Override
  public void close() {
    stopping.set(true);
    api.close();
    management.close();
    commands.ifPresent(CommandRequests::close);
    warehouses.close();
  }
}
