package dev.cairn.cli.demo;

import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.SampleTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what Cairn does. */
@Command(
    name = "demo",
    description = {
      "Shows what Cairn does, on a store of its own.",
      "Makes a store of RocksDB in a fresh directory, whatever the environment configures, and proves"
          + " each point with a figure, in less than a minute. The store stays, for you to look at."
    },
    footer = {"  cairn demo", "  cairn demo --directory /tmp/cairn-demo --json"})
public final class DemoCommand implements Runnable {
  private final Tool tool;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where to put the store; must not be there yet (.cairn/demo-...).")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--tables",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many tables to create (${DEFAULT-VALUE}).")
  private int tables;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "32",
      description = "How many writers create them (${DEFAULT-VALUE}).")
  private int writers;

  /** The command of {@code tool}. */
  public DemoCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (tables < 100 || tables > 1_000_000 || writers < 1 || writers > 1_000) {
      throw CommandException.usage("--tables is from 100 to 1000000, --writers from 1 to 1000");
    }
    tool.store().checkNoSettings("the demonstration makes a store of RocksDB of its own");
    long begin = System.nanoTime();
    Path home = makeHome();
    Path store = home.resolve("store");
    Path config = home.resolve("cairn.properties");
    Story story = new Story(tool);
    story.fact("config", config.toString());
    story.say("A store of RocksDB in %s, with tenant acme and catalog sales.".formatted(store));
    HeadId before;
    long tablesBefore;
    try (DemoStore demo = DemoStore.open(tool, store)) {
      write(config, store);
      new LoadStep(story, tables, writers).run(demo);
      new AtomicStep(story).run(demo);
      new ListStep(story).run(demo);
      new RetryStep(story).run(demo);
      Snapshot state = demo.store().current(DemoStore.MAIN);
      before = state.head().orElseThrow();
      tablesBefore = state.index(SampleTable.INDEX).count(IndexRange.all());
    }
    long crashed = System.nanoTime();
    CrashStep crash = new CrashStep(story, store);
    int acknowledged = crash.run();
    long reopened = System.nanoTime();
    try (DemoStore demo = DemoStore.open(tool, store)) {
      crash.check(demo, acknowledged, reopened);
      new HistoryStep(story, before, tablesBefore).run(demo);
    }
    // States that were current before the crash go, whatever time the steps took.
    new CollectStep(story, store).run(crashed);
    story.fact("took", Duration.ofNanos(System.nanoTime() - begin));
    tellWhatNext(config, Duration.ofNanos(System.nanoTime() - begin));
    story.end();
  }

  private Path makeHome() {
    Path home =
        directory.orElseGet(
            () ->
                Path.of(
                    ".cairn",
                    "demo-"
                        + LocalDateTime.now(ZoneId.systemDefault())
                            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT))));
    try {
      if (home.getParent() != null) {
        Files.createDirectories(home.getParent());
      }
      return Files.createDirectory(home).toAbsolutePath().normalize();
    } catch (IOException e) {
      throw CommandException.usage(
          "%s is there already, or cannot be made; give another --directory".formatted(home));
    }
  }

  private static void write(Path config, Path store) {
    try {
      Files.write(
          config,
          List.of(
              "cairn.backend=" + RocksDbBackendFactory.NAME,
              RocksDbBackendFactory.PATH.key() + "=" + store.toString().replace("\\", "\\\\")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tellWhatNext(Path config, Duration took) {
    if (tool.output().isJson()) {
      return;
    }
    Path working = Path.of("").toAbsolutePath();
    Path shown = config.startsWith(working) ? working.relativize(config) : config;
    tool.output()
        .print(
            """

            Done in %s. The store stays; look at it:
              ./cairn -c %2$s info
              ./cairn -c %2$s ls acme/sales --level 1
              ./cairn -c %2$s ls acme/sales --prefix region-07 --limit 5
              ./cairn -c %2$s get acme/sales --key invoices/paid_once
              ./cairn -c %2$s ref log acme/sales --limit 5
              ./cairn -c %2$s idempotency list acme/sales
              ./cairn -c %2$s check
            """
                .formatted(Text.of(took), shown));
  }
}
