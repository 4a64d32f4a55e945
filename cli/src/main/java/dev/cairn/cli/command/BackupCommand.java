package dev.cairn.cli.command;

import dev.cairn.api.spi.Backup;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Connection;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Copies a store by the means of its database. */
@Command(
    name = "backup",
    description = {
      "Writes a consistent copy of the store by the means of its database, for backends that have",
      "such: RocksDB. The copy is a store that can be opened. For others there is export."
    },
    footer = "  cairn backup /backups/2026-03-01")
final class BackupCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "DIR", description = "The directory, which must not be there.")
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  BackupCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (Connection connection = tool.openBackend()) {
      Backup backup =
          connection
              .backend()
              .backup()
              .orElseThrow(
                  () ->
                      new CommandException(
                          ExitCode.FAILED,
                          "the backend %s has no backup of its own; use its database's tools, or cairn export"
                              .formatted(connection.backend().name())));
      long begin = System.nanoTime();
      backup.to(directory);
      tool.output()
          .print(
              new Report()
                  .with("directory", directory.toAbsolutePath().normalize().toString())
                  .with("took", Duration.ofNanos(System.nanoTime() - begin)));
    }
  }
}
