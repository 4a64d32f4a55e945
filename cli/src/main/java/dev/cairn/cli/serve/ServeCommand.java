package dev.cairn.cli.serve;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.Health;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.relay.CommandHost;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.server.IcebergServer;
import dev.cairn.iceberg.server.ServerSettings;
import dev.cairn.iceberg.warehouse.Warehouses;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves warehouses to Iceberg clients until it receives a signal to stop. */
@Command(
    name = "serve",
    description = {
      "Serves Iceberg catalogs over REST until Ctrl-C or SIGTERM.",
      "Without a configured database it serves a store in a directory of this machine, creates the"
          + " warehouse 'demo' there, and prints what to paste into engines. Only this machine can"
          + " connect unless cairn.server.host says otherwise."
    },
    footer = {
      "  cairn serve",
      "  cairn -c cairn.properties serve --check",
      "  cairn -c cairn.properties serve --access-log --log-format json"
    })
public final class ServeCommand implements Runnable {
  private static final Path DIRECTORY = Path.of(".cairn", "serve");

  /** What closing the store may take after the last request. */
  private static final Duration TO_CLOSE = Duration.ofSeconds(10);

  private final Tool tool;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where store and files are if no database is configured (.cairn/serve).")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--check",
      description = "Only checks the settings and whether the database can be used.")
  private boolean isCheck;

  @Option(names = "--access-log", description = "Logs a line for each request.")
  private boolean isAccessLogged;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "plain",
      description = "How the log on standard error looks: ${COMPLETION-CANDIDATES} (plain).")
  private ServerLog.Format format = ServerLog.Format.PLAIN;

  /** The settings of the engine, of all backends, of the server and of what runs beside it. */
  public static List<Setting<?>> settings() {
    List<Setting<?>> all = new ArrayList<>(IcebergServer.settings());
    all.add(DrainSchedule.PERIOD);
    return all;
  }

  /** The command of {@code tool}. */
  public ServeCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    Configuration configuration = configuration();
    if (isCheck) {
      check(configuration);
    } else {
      ServerLog log = new ServerLog(tool.console().err(), format);
      log.install();
      serve(
          configuration,
          server -> {
            log.tell("ready; Ctrl-C stops it");
            tool.interruption().awaitRequest();
            log.tell("stopping, within " + Text.of(configuration.get(ServerSettings.STOP_TIMEOUT)));
          });
      log.tell("stopped");
    }
  }

  /** Serves one request of this process on the configured store, so that classes are loaded. */
  public void warmUp() {
    Configuration configuration =
        tool.store()
            .configuration(
                Map.of(ServerSettings.PORT.key(), "0", ServerSettings.MANAGEMENT_PORT.key(), "0"));
    serve(
        configuration,
        server -> {
          try {
            URI uri =
                URI.create(
                    "http://127.0.0.1:%s/v1/config?warehouse=%s"
                        .formatted(server.port(), LocalStart.WAREHOUSE));
            try (InputStream answer = uri.toURL().openStream()) {
              var unused = answer.readAllBytes();
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private Configuration configuration() {
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put(ServerSettings.ACCESS_LOG.key(), String.valueOf(isAccessLogged));
    Configuration given = tool.store().configuration(defaults);
    if (given.find(Backends.BACKEND).isEmpty()) {
      defaults.putAll(LocalStart.settings(directory.orElse(DIRECTORY)));
      return tool.store().configuration(defaults);
    }
    if (directory.isPresent()) {
      throw CommandException.usage(
          "--directory is for a store of its own, and %s is configured as '%s'; leave one of them out"
              .formatted(Backends.BACKEND.key(), given.get(Backends.BACKEND)));
    }
    return given;
  }

  private void check(Configuration configuration) {
    IcebergServer.check(configuration);
    LocalStart.obstacle(configuration)
        .ifPresent(
            reason -> {
              throw new CommandException(ExitCode.UNAVAILABLE, reason);
            });
    boolean isThere = !isNewStore(configuration);
    CommandReport report =
        new CommandReport()
            .with("backend", configuration.get(Backends.BACKEND))
            .with("host", configuration.get(ServerSettings.HOST))
            .with("port", new Serial(configuration.get(ServerSettings.PORT)))
            .with("managementPort", new Serial(configuration.get(ServerSettings.MANAGEMENT_PORT)));
    if (isThere) {
      try (ToolConnection connection = tool.store().openToRead(configuration)) {
        Health health = connection.backend().health();
        if (!health.healthy()) {
          throw new CommandException(ExitCode.UNAVAILABLE, health.detail());
        }
        report.with("store", "usable").with("health", health.detail());
      }
    } else {
      report.with("store", "created at the first start").with("health", "");
    }
    tool.output().print(report);
  }

  // Other databases say by their schema whether there is a store.
  private static boolean isNewStore(Configuration configuration) {
    return configuration.get(Backends.BACKEND).equals(RocksDbBackendFactory.NAME)
        && !Files.exists(configuration.get(RocksDbBackendFactory.PATH));
  }

  @SuppressWarnings("try") // what runs beside the server is only closed
  private void serve(Configuration configuration, Consumer<IcebergServer> meanwhile) {
    Duration patience = configuration.get(ServerSettings.STOP_TIMEOUT).plus(TO_CLOSE);
    tool.interruption().beginWork(patience);
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (ToolConnection connection =
            tool.store().open(configuration, UnaryOperator.identity(), meters);
        JvmGcMetrics collector = bindProcess(meters)) {
      Cairn cairn = connection.cairn();
      String tenant = configuration.get(ServerSettings.TENANT);
      Warehouses warehouses = new Warehouses(cairn.catalogs(), tenant, Map.of(), Clock.systemUTC());
      Optional<String> warehouse =
          LocalStart.prepare(cairn.catalogs(), tenant, warehouses, configuration);
      Duration drain = configuration.get(DrainSchedule.PERIOD);
      Optional<CommandHost> commands = CommandHost.of(cairn, configuration);
      try (DrainSchedule schedule = DrainSchedule.start(warehouses, cairn.tasks(), drain);
          IcebergServer server =
              IcebergServer.start(cairn, configuration, meters, commands.map(each -> each))) {
        try {
          commands.ifPresent(each -> each.announce(management(configuration, server)));
          tell(configuration, server, warehouse);
          meanwhile.accept(server);
        } finally {
          commands.ifPresent(CommandHost::close);
        }
      }
    }
  }

  private static JvmGcMetrics bindProcess(MeterRegistry meters) {
    new JvmMemoryMetrics().bindTo(meters);
    new JvmThreadMetrics().bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
    new UptimeMetrics().bindTo(meters);
    JvmGcMetrics collector = new JvmGcMetrics();
    collector.bindTo(meters);
    return collector;
  }

  private void tell(Configuration configuration, IcebergServer server, Optional<String> warehouse) {
    String host = host(configuration.get(ServerSettings.HOST));
    boolean isEncrypted = configuration.find(ServerSettings.TLS_CERTIFICATE).isPresent();
    String uri =
        "%s://%s:%s"
            .formatted(isEncrypted ? "https" : "http", host, Integer.toString(server.port()));
    String management = management(configuration, server);
    if (tool.output().isJson()) {
      tool.output()
          .print(
              new CommandReport()
                  .with("uri", uri)
                  .with("management", management)
                  .with("backend", configuration.get(Backends.BACKEND))
                  .with("warehouse", warehouse));
      return;
    }
    tool.output()
        .print(
            """
            Serving %s on %s
            Health and metrics on %s/health/ready and %s/metrics
            """
                .formatted(uri, place(configuration), management, management));
    tool.output()
        .print(
            warehouse
                .map(name -> linesFor(uri, name))
                .orElse(
                    "There is no warehouse yet. Create one by: cairn warehouse create NAME -p location=s3://BUCKET/PATH"));
  }

  private static String management(Configuration configuration, IcebergServer server) {
    return "http://%s:%s"
        .formatted(
            host(configuration.get(ServerSettings.HOST)),
            Integer.toString(server.managementPort()));
  }

  /** What to paste into engines so that they use {@code warehouse} at {@code uri}. */
  public static String linesFor(String uri, String warehouse) {
    return new ClientLines(uri, warehouse).text();
  }

  private static String place(Configuration configuration) {
    String backend = configuration.get(Backends.BACKEND);
    return backend.equals(RocksDbBackendFactory.NAME)
        ? "the store in " + configuration.get(RocksDbBackendFactory.PATH)
        : backend;
  }

  /** What a client on this machine can use: a wildcard is no address to connect to. */
  private static String host(String bound) {
    if (bound.equals("0.0.0.0") || bound.equals("::")) {
      return "127.0.0.1";
    }
    return bound.contains(":") ? "[" + bound + "]" : bound;
  }
}
