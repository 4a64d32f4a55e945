package dev.cairn.cli.relay;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.HostedStore;
import dev.cairn.cli.Interruption;
import dev.cairn.cli.Tool;
import dev.cairn.cli.serve.ServeCommand;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.server.CommandSecret;
import dev.cairn.iceberg.server.OperatorCommands;
import dev.cairn.iceberg.server.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs commands of tools in the process of the server that has the store open. */
public final class CommandHost implements OperatorCommands, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CommandHost.class.getName());

  /** How soon the host notices that the tool has gone. */
  private static final long BEAT_MILLIS = 500;

  private static final String OF_SERVER = "cairn.server.";

  private final Cairn cairn;
  private final Configuration configuration;
  private final Path directory;
  private final CommandSecret secret = CommandSecret.create();
  private final Set<Interruption> running = ConcurrentHashMap.newKeySet();
  private volatile boolean isStopping;

  private CommandHost(Cairn cairn, Configuration configuration, Path directory) {
    this.cairn = cairn;
    this.configuration = configuration;
    this.directory = directory;
  }

  /** Runs commands on {@code cairn}, if it has a store that no other process can change. */
  public static Optional<CommandHost> of(Cairn cairn, Configuration configuration) {
    return ServerNote.directory(configuration)
        .map(directory -> new CommandHost(cairn, configuration, directory));
  }

  /** Lets tools find this host. Call it once the management port answers. */
  public void announce(String uri) {
    try {
      ServerNote.ofThisProcess(directory, uri, secret.text()).write(directory);
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Commands that change the store cannot find this server, as its note could not be written to {0}: {1}",
          directory,
          e.toString());
    }
  }

  @Override
  public CommandSecret secret() {
    return secret;
  }

  @Override
  public Optional<String> refusal() {
    return isStopping ? Optional.of("it stops") : Optional.empty();
  }

  @Override
  public void run(byte[] request, OutputStream reply) throws IOException {
    FrameSender sender = new FrameSender(reply);
    sender.send(ReplyFrame.of(ReplyFrame.Kind.ALIVE, ""));
    CommandCall call;
    try {
      call = CommandCall.of(request);
      checkStore(call);
    } catch (CommandException e) {
      sender.send(ReplyFrame.of(ReplyFrame.Kind.REFUSED, String.valueOf(e.getMessage())));
      return;
    }
    Interruption interruption = new Interruption();
    running.add(interruption);
    try {
      if (isStopping) {
        interruption.ask();
      }
      run(call, interruption, sender);
    } finally {
      running.remove(interruption);
    }
  }

  private void run(CommandCall call, Interruption interruption, FrameSender sender)
      throws IOException {
    HostedStore store =
        new HostedStore(
            () -> configuration(call), cairn, Path.of(call.directory()), call.confirmed());
    Tool tool = new Tool(console(call, sender), interruption, store);
    FutureTask<Integer> command =
        new FutureTask<>(() -> tool.execute(call.arguments().toArray(String[]::new)));
    Thread thread = new Thread(command, "cairn-command-work");
    thread.setDaemon(true);
    thread.start();
    int code = await(command, interruption, sender);
    if (store.question().isPresent()) {
      sender.send(ReplyFrame.of(ReplyFrame.Kind.QUESTION, store.question().get()));
    } else if (isStopping && code == ExitCode.INTERRUPTED.number()) {
      sender.send(ReplyFrame.of(ReplyFrame.Kind.STOPPED, ""));
    } else {
      sender.send(ReplyFrame.of(ReplyFrame.Kind.EXIT, Integer.toString(code)));
    }
  }

  // A tool that goes away, by Ctrl-C or otherwise, asks the command to stop by that.
  private static int await(
      FutureTask<Integer> command, Interruption interruption, FrameSender sender) {
    while (true) {
      try {
        return command.get(BEAT_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!sender.isHeard()) {
          interruption.ask();
        }
      } catch (InterruptedException e) {
        interruption.ask(); // the process ends
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private static Console console(CommandCall call, FrameSender sender) {
    return new Console(
        InputStream.nullInputStream(),
        new PrintStream(sender.stream(ReplyFrame.Kind.OUTPUT), false, StandardCharsets.UTF_8),
        new PrintStream(sender.stream(ReplyFrame.Kind.MESSAGE), false, StandardCharsets.UTF_8),
        new Console.Terminals(
            false, call.isOutColored() || call.columns() > 0, call.isErrDrawable(), call.columns()),
        call.isOutColored() ? Map.of() : Map.of("NO_COLOR", "1"));
  }

  /** A copy of a store has a copy of the note, too, and is another store. */
  private void checkStore(CommandCall call) throws IOException {
    if (!call.store().equals(ServerNote.key(directory))) {
      throw new CommandException(
          ExitCode.UNAVAILABLE,
          "it has the store in %s, which is another one".formatted(directory));
    }
  }

  /**
   * The settings that the command runs with: those of this process, which opened the store, except
   * the tenant, which commands read. The tool's must not say otherwise, since that would be
   * ignored.
   */
  private Configuration configuration(CommandCall call) {
    Configuration.Builder sent = Configuration.builder();
    call.settings().forEach((key, value) -> sent.set(key, value, "the tool"));
    Configuration wanted = sent.build(ServeCommand.settings());
    for (Setting<?> each : ServeCommand.settings()) {
      String key = each.key();
      boolean isFree = key.startsWith(OF_SERVER) || each.equals(RocksDbBackendFactory.PATH);
      if (call.settings().containsKey(key)
          && !isFree
          && !wanted.find(each).equals(configuration.find(each))) {
        throw CommandException.usage(
            "the server runs this command, and there %s is %s, not %s; leave it out, or stop the server first"
                .formatted(
                    key,
                    configuration.describe().getOrDefault(key, "not set"),
                    wanted.describe().get(key)));
      }
    }
    Map<String, String> origins = configuration.origins();
    Configuration.Builder effective = Configuration.builder();
    configuration
        .describe()
        .forEach(
            (key, value) -> {
              if (!"default".equals(origins.get(key))) {
                effective.set(key, value, "the server");
              }
            });
    return effective
        .set(ServerSettings.TENANT.key(), wanted.get(ServerSettings.TENANT), "the tool")
        .build(ServeCommand.settings());
  }

  /** Accepts no more commands and asks those in progress to stop. */
  @Override
  public void close() {
    isStopping = true;
    running.forEach(Interruption::ask);
    try {
      ServerNote.delete(directory);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "The note of this server stays: {0}", e.toString());
    }
  }
}
