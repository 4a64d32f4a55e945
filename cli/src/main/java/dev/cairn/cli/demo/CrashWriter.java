package dev.cairn.cli.demo;

import dev.cairn.cli.Tool;
import dev.cairn.cli.sample.SampleTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The process that is killed: commits pairs of tables, and says after each how many there are. */
@Command(name = CrashWriter.NAME, hidden = true)
public final class CrashWriter implements Runnable {
  static final String NAME = "demo-writer";
  static final String LEFT = "crash-left";
  static final String RIGHT = "crash-right";

  private final Tool tool;

  @Parameters(paramLabel = "DIRECTORY")
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** The command of {@code tool}. */
  public CrashWriter(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (DemoStore demo = DemoStore.open(tool, directory)) {
      for (int i = 1; !tool.interruption().isRequested(); i++) {
        String name = String.format(Locale.ROOT, "table_%06d", i);
        var unused =
            demo.store()
                .commit(
                    DemoStore.MAIN,
                    workspace -> {
                      for (String side : List.of(LEFT, RIGHT)) {
                        workspace
                            .index(SampleTable.INDEX)
                            .put(
                                SampleTable.key(side, name),
                                workspace.put(SampleTable.of(side, name)));
                      }
                      workspace.message("create %s on both sides".formatted(name));
                      return name;
                    });
        tool.output().print(Integer.toString(i));
      }
    }
  }
}
