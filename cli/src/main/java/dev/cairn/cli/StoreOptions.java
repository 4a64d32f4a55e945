package dev.cairn.cli;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.relay.CommandRelay;
import dev.cairn.cli.serve.ServeCommand;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The options that say which store a command works on, and the ways to open it. In the process of a
 * server, all of them give the server's own connection.
 */
public final class StoreOptions {
  private static final String COMMAND_LINE = "the command line";

  private final Console console;
  private final Interruption interruption;
  private final Optional<HostedStore> hosted;
  private boolean isWarned;

  @Option(
      names = {"-b", "--backend"},
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "The backend, short for -D cairn.backend=NAME.")
  private Optional<String> backend = Optional.empty();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "A properties file with settings; the environment overrides it, and -D overrides both.")
  private Optional<Path> config = Optional.empty();

  private final Map<String, String> settings = new LinkedHashMap<>();

  StoreOptions(Console console, Interruption interruption, Optional<HostedStore> hosted) {
    this.console = console;
    this.interruption = interruption;
    this.hosted = hosted;
  }

  // Not a field: for options after the name of a command, the parser would set it anew, without
  // those before the name.
  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      description = "A setting.")
  void addSettings(@Nullable Map<String, String> given) {
    if (given != null) {
      settings.putAll(given);
    }
  }

  /** What is configured. */
  public Configuration configuration() {
    return configuration(Map.of());
  }

  /**
   * What is configured.
   *
   * @param defaults settings of the command, which all others override
   */
  public Configuration configuration(Map<String, String> defaults) {
    if (hosted.isPresent()) {
      return hosted.get().configuration();
    }
    Configuration configuration = builder(defaults).build(ServeCommand.settings());
    if (!configuration.warnings().isEmpty() && !isWarned) {
      isWarned = true;
      console.say("cairn: warning: " + String.join("; ", configuration.warnings()));
    }
    return configuration;
  }

  private Configuration.Builder builder(Map<String, String> defaults) {
    Configuration.Builder builder = Configuration.builder();
    defaults.forEach((key, value) -> builder.set(key, value, "the default of the command"));
    config.ifPresent(builder::file);
    builder.environment(console.environment());
    backend.ifPresent(name -> builder.set(Backends.BACKEND.key(), name, COMMAND_LINE));
    settings.forEach((key, value) -> builder.set(key, value, COMMAND_LINE));
    return builder;
  }

  /** Opens the engine on the copy of a RocksDB store in {@code directory}, only to look. */
  public ToolConnection openCopyToRead(Path directory) {
    Configuration configuration =
        builder(Map.of())
            .set(RocksDbBackendFactory.PATH.key(), directory.toString())
            .build(ServeCommand.settings());
    return ToolConnection.toRead(
        configuration, Backends.discover().openToRead(configuration), interruption);
  }

  /**
   * Checks that no option names settings, for a command that would not use them.
   *
   * @param why what the command uses instead
   */
  public void checkNoSettings(String why) {
    if (backend.isPresent() || config.isPresent() || !settings.isEmpty()) {
      throw CommandException.usage("%s; leave --backend, --config and -D out".formatted(why));
    }
  }

  /** Opens the database only; nothing is checked. */
  public ToolConnection openBackend() {
    return openBackendAs(configurationOfStore());
  }

  private ToolConnection openBackendAs(Configuration configuration) {
    if (hosted.isPresent()) {
      return ToolConnection.hosted(hosted.get(), interruption);
    }
    interruption.beginWork();
    return ToolConnection.toBackend(configuration, openOwn(configuration), interruption);
  }

  /** The same for a command that only looks, also while another process has the database open. */
  public ToolConnection openBackendToRead() {
    if (hosted.isPresent()) {
      return ToolConnection.hosted(hosted.get(), interruption);
    }
    Configuration configuration = configurationOfStore();
    return ToolConnection.toBackend(
        configuration, Backends.discover().openToRead(configuration), interruption);
  }

  /** Opens the database to create what it needs; it need not be there. */
  public ToolConnection createBackend() {
    return openBackendAs(configuration());
  }

  /** What is configured, of a store that has to be there. */
  public Configuration configurationOfStore() {
    Configuration configuration = configuration();
    if (hosted.isEmpty()) {
      StorePlace.checkThere(configuration);
    }
    return configuration;
  }

  /** Opens the engine on the database. */
  public ToolConnection open() {
    if (hosted.isPresent()) {
      return ToolConnection.hosted(hosted.get(), interruption);
    }
    Configuration configuration = configurationOfStore();
    interruption.beginWork();
    return ToolConnection.toEngine(
        configuration, openOwn(configuration), new CompositeMeterRegistry(), interruption);
  }

  /** Opens the engine on the database for a command that only looks. */
  public ToolConnection openToRead() {
    if (hosted.isPresent()) {
      return ToolConnection.hosted(hosted.get(), interruption);
    }
    return openToRead(configurationOfStore());
  }

  /** Opens the engine as {@code configuration} says for a command that only looks. */
  public ToolConnection openToRead(Configuration configuration) {
    return ToolConnection.toRead(
        configuration, Backends.discover().openToRead(configuration), interruption);
  }

  /** Opens another database than the one that the options name. */
  public ToolConnection openOther(Configuration configuration) {
    StorePlace.checkThere(configuration);
    return open(configuration, UnaryOperator.identity(), new CompositeMeterRegistry());
  }

  /**
   * Opens the engine as {@code configuration} says.
   *
   * @param around what to put between the engine and the database
   * @param meters where the engine counts
   */
  public ToolConnection open(
      Configuration configuration, UnaryOperator<Backend> around, MeterRegistry meters) {
    interruption.beginWork();
    Backend opened = around.apply(openBackend(configuration));
    return ToolConnection.toEngine(configuration, opened, meters, interruption);
  }

  private static Backend openBackend(Configuration configuration) {
    return Backends.discover().open(configuration);
  }

  /** Opens the database for a command that a server can run if it has the database. */
  private static Backend openOwn(Configuration configuration) {
    try {
      return openBackend(configuration);
    } catch (BackendUnavailableException e) {
      Optional<CommandRelay> relay = CommandRelay.find(configuration);
      throw relay.isPresent() ? new ServedStoreException(relay.get(), e) : e;
    }
  }
}
