package dev.cairn.cli.command;

import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.HeadId;
import dev.cairn.cli.Tool;
import dev.cairn.cli.bench.BenchCommand;
import dev.cairn.cli.demo.CrashWriter;
import dev.cairn.cli.demo.DemoCommand;
import dev.cairn.cli.serve.ServeCommand;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** All commands under the root. */
public final class Commands {
  /** Those of the script's and the demonstration's own. */
  private static final Set<String> HIDDEN = Set.of("warm-up", "demo-writer", NamesCommand.NAME);

  /**
   * Those of which some change a store, and that a server runs for the tool. The others only read,
   * write files, or have a process of their own.
   */
  private static final Set<String> HOSTED =
      Set.of(
          "warehouse",
          "namespace",
          "table",
          "schema",
          "tenant",
          "catalog",
          "ref",
          "task",
          "idempotency",
          "gc",
          "check",
          "import",
          "migrate");

  private Commands() {}

  /** The commands by name, each made when it is needed: making all takes a third of a second. */
  private static Map<String, Function<Tool, Object>> all() {
    Map<String, Function<Tool, Object>> all = new LinkedHashMap<>();
    all.put("serve", ServeCommand::new);
    all.put("warehouse", Commands::warehouse);
    all.put("namespace", NamespaceCommands::new);
    all.put("table", Commands::table);
    all.put("migrate", MigrateCommand::new);
    all.put("demo", DemoCommand::new);
    all.put("info", InfoCommand::new);
    all.put("doctor", DoctorCommand::new);
    all.put("schema", SchemaCommands::new);
    all.put("tenant", TenantCommands::new);
    all.put("catalog", CatalogCommands::new);
    all.put("ref", Commands::ref);
    all.put("ls", LsCommand::new);
    all.put("get", GetCommand::new);
    all.put("lease", LeaseCommands::new);
    all.put("task", Commands::task);
    all.put("idempotency", IdempotencyCommands::new);
    all.put("gc", GcCommand::new);
    all.put("check", CheckCommand::new);
    all.put("export", ExportCommand::new);
    all.put("import", ImportCommand::new);
    all.put("copy", CopyCommand::new);
    all.put("backup", BackupCommand::new);
    all.put("bench", BenchCommand::new);
    all.put("completion", CompletionCommand::new);
    all.put("help", HelpCommand::new);
    all.put("demo-writer", CrashWriter::new);
    all.put("warm-up", WarmUpCommand::new);
    all.put(NamesCommand.NAME, NamesCommand::new);
    return all;
  }

  /** Reads durations as settings do. */
  private static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (DateTimeException | ArithmeticException e) {
        throw new TypeConversionException(
            "'%s' is no duration, %s".formatted(text, Durations.FORM));
      }
    }
  }

  /** What to say of {@code word}, which {@code line} does not know. */
  public static String unknown(CommandLine line, String word) {
    CommandSpec spec = line.getCommandSpec();
    if (word.startsWith("-")) {
      return "there is no option '%s'%s"
          .formatted(word, UnknownNames.didYouMean(word, spec.optionsMap().keySet()));
    }
    if (spec.subcommands().isEmpty()) {
      return "the argument '%s' is not expected".formatted(word);
    }
    Collection<String> names =
        spec.parent() == null
            ? all().keySet().stream().filter(each -> !HIDDEN.contains(each)).toList()
            : spec.subcommands().keySet();
    return "there is no command '%s'%s".formatted(word, UnknownNames.didYouMean(word, names));
  }

  private static Object ref(Tool tool) {
    return new CommandLine(new RefCommands(tool))
        .addSubcommand(new RefShowCommand(tool))
        .addSubcommand(new RefLogCommand(tool))
        .addSubcommand(new RefDiffCommand(tool))
        .addSubcommand(new RefResetCommand(tool))
        .addSubcommand(new RefRecoverCommand(tool));
  }

  private static Object task(Tool tool) {
    return new CommandLine(new TaskCommands(tool)).addSubcommand(new TaskRunCommand(tool));
  }

  private static Object warehouse(Tool tool) {
    return new CommandLine(new WarehouseCommands(tool))
        .addSubcommand(new WarehouseResetCommand(tool));
  }

  private static Object table(Tool tool) {
    return new CommandLine(new TableCommands(tool))
        .addSubcommand(new TableLogCommand(tool))
        .addSubcommand(new TableRestoreCommand(tool));
  }

  /**
   * Adds to {@code root} those that {@code arguments} may mean: the commands named there, or all of
   * them if there is none.
   */
  public static void addTo(CommandLine root, Tool tool, List<String> arguments) {
    Map<String, Function<Tool, Object>> all = all();
    if (tool.isHosted()) {
      all.keySet().retainAll(HOSTED);
    }
    Set<String> wanted = new LinkedHashSet<>(all.keySet());
    wanted.retainAll(arguments);
    for (String name : wanted.isEmpty() ? all.keySet() : wanted) {
      root.addSubcommand(name, Objects.requireNonNull(all.get(name)).apply(tool));
    }
    root.registerConverter(CatalogAddress.class, new CatalogAddress.Converter());
    root.registerConverter(WarehouseAddress.class, new WarehouseAddress.Converter());
    root.registerConverter(StateAddress.class, new StateAddress.Converter());
    root.registerConverter(Duration.class, new DurationConverter());
    root.registerConverter(HeadId.class, new StateAddress.HeadConverter());
  }
}
