package dev.cairn.cli;

import dev.cairn.cli.command.Commands;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Output;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.relay.CommandRelay;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root command: the options that all commands share, their output, and how they end. */
@Command(
    name = "cairn",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpAutoWidth = true,
    descriptionHeading = "%n",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    description = "Inspects and maintains Cairn's stores.",
    footer = {
      "  cairn demo",
      "  cairn --config cairn.properties info",
      "  cairn --backend rocksdb -D cairn.rocksdb.path=/var/lib/cairn tenant list",
      "  cairn --backend cassandra -D cairn.cassandra.contact-points=db1:9042 info --json",
      "",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 conflict, 5 unavailable,",
      "6 damaged data, 7 done in part, 130 interrupted."
    })
public final class Tool implements Runnable {
  private final Console console;
  private final Interruption interruption;
  private final Optional<HostedStore> hosted;
  private String[] given = {};
  private boolean isForPrograms;
  private boolean isWatched;

  @Mixin private final StoreOptions store;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Prints the result as JSON, for programs.")
  private boolean json;

  @Option(
      names = "--wide",
      scope = ScopeType.INHERIT,
      description = "Prints tables in full width; otherwise they are cut to fit the terminal.")
  private boolean wide;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Also prints where an error comes from.")
  private boolean verbose;

  /** The tool on these streams. */
  public Tool(Console console, Interruption interruption) {
    this(console, interruption, Optional.empty());
  }

  /** The tool in the process of a server, for a command that another process sent. */
  public Tool(Console console, Interruption interruption, HostedStore hosted) {
    this(console, interruption, Optional.of(hosted));
  }

  private Tool(Console console, Interruption interruption, Optional<HostedStore> hosted) {
    this.console = console;
    this.interruption = interruption;
    this.hosted = hosted;
    this.store = new StoreOptions(console, interruption, hosted);
  }

  @Override
  public void run() {
    throw CommandException.usage("name a command; cairn --help lists them");
  }

  /** Runs a command. */
  public int execute(String... arguments) {
    given = arguments;
    isForPrograms = List.of(arguments).contains("--json"); // also where they cannot be parsed
    int code;
    try {
      checkDecoded(arguments);
      code = commandLine(List.of(arguments)).execute(arguments);
    } catch (RuntimeException | Error e) {
      code = fail(e); // picocli hands exceptions on, and no errors
    }
    if (console.out().checkError() && code == ExitCode.OK.number()) {
      code =
          fail(
              new CommandException(
                  ExitCode.FAILED, "the result could not be written; is there room for it?"));
    }
    console.err().flush();
    return code;
  }

  // So Java reads bytes for which the locale has no characters. Stored, they would be lost.
  private static void checkDecoded(String... arguments) {
    for (String argument : arguments) {
      if (argument.indexOf('\uFFFD') >= 0) {
        throw CommandException.usage(
            "'%s' has bytes that the locale of the process cannot decode; write it in UTF-8, and set LC_ALL to a locale with UTF-8, such as C.UTF-8"
                .formatted(argument));
      }
    }
  }

  /** The commands that {@code arguments} may mean; all if there are none. */
  public CommandLine commandLine(List<String> arguments) {
    CommandLine line = new CommandLine(this);
    Commands.addTo(line, this, arguments);
    hosted.ifPresent(store -> line.registerConverter(Path.class, store::absolute));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi(console.isOutColored())));
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setAbbreviatedOptionsAllowed(false);
    line.setExpandAtFiles(false); // @ begins the IDs of a scope
    line.setExecutionExceptionHandler((failure, at, parsed) -> fail(failure));
    line.setParameterExceptionHandler((failure, unmatched) -> misused(failure));
    return line;
  }

  private static Ansi ansi(boolean isColored) {
    return isColored ? Ansi.ON : Ansi.OFF;
  }

  private int misused(ParameterException failure) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    String problem =
        failure instanceof UnmatchedArgumentException unmatched
            ? Commands.unknown(failure.getCommandLine(), unmatched.getUnmatched().get(0))
            : String.valueOf(failure.getMessage());
    tell(ExitCode.USAGE, "%s; see %s --help".formatted(problem, command));
    trace(failure);
    return ExitCode.USAGE.number();
  }

  private int fail(Throwable failure) {
    if (interruption.isRequested()) {
      return ExitCode.INTERRUPTED.number();
    }
    if (failure instanceof ServedStoreException served) {
      return runThroughServer(served.relay());
    }
    if (hosted.flatMap(HostedStore::question).isPresent()) {
      return ExitCode.FAILED.number(); // the other process asks
    }
    ExitCode code = ExitReasons.code(failure);
    tell(code, ExitReasons.sentence(failure));
    trace(failure);
    return code.number();
  }

  private int runThroughServer(CommandRelay relay) {
    try {
      return relay.run(console, interruption, given);
    } catch (RuntimeException e) {
      return fail(e);
    }
  }

  private void tell(ExitCode code, String message) {
    console.out().flush();
    if (isForPrograms) {
      console.say(
          Output.line(
              new CommandReport()
                  .with(
                      "error",
                      new CommandReport()
                          .with("code", new Serial(code.number()))
                          .with("kind", code)
                          .with("message", message))));
      return;
    }
    console.complain("cairn:", message);
  }

  private void trace(Throwable failure) {
    if (verbose) {
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      console.say(text.toString());
    }
  }

  /** The store that the options name. */
  public StoreOptions store() {
    return store;
  }

  /** The streams. */
  public Console console() {
    return console;
  }

  /** Where results go, in the form that was asked for. */
  public Output output() {
    return new Output(console, json, wide, isWatched);
  }

  /** Where results go that are JSON for everybody. */
  public Output json() {
    return new Output(console, true, wide, isWatched);
  }

  /** Says that results are printed again and again from now on. */
  public void beginWatch() {
    isWatched = true;
  }

  /** Whether the operator asked to stop. */
  public Interruption interruption() {
    return interruption;
  }

  /** Whether this runs in the process of a server for another one. */
  public boolean isHosted() {
    return hosted.isPresent();
  }

  /**
   * Returns if the operator wants what {@code question} asks.
   *
   * @throws CommandException if there is no terminal to ask on, or the answer is no
   */
  public void confirm(String question) {
    if (hosted.isPresent()) {
      hosted.get().checkConfirmed(question);
    } else {
      Prompt.confirm(console, interruption, question);
    }
  }
}
