package dev.cairn.cli.command;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backup;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.FileProblem;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.core.internal.head.Head;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a store by the backup of its backend. */
@Command(
    name = "backup",
    description = {
      "Writes a consistent copy of a RocksDB store.",
      "The copy is a store that can be opened. It can be made while another process has the store open. For other databases, use their own backup, or export."
    },
    footer = {"  cairn backup /backups/2026-03-01", "  cairn backup /backups/2026-03-01 --verify"})
final class BackupCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "DIR", description = "The directory, which must not be there.")
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Option(
      names = "--verify",
      description =
          "Checks everything in the copy, as cairn check does, and ends with 6 if something is wrong."
              + " Otherwise only the heads of references are read, and a lost one is a warning.")
  private boolean verify;

  BackupCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    Path copy = directory.toAbsolutePath().normalize();
    if (Files.exists(copy)) {
      throw new CommandException(
          ExitCode.CONFLICT,
          "%s is there already; name a directory that is not, or delete that one".formatted(copy));
    }
    FileProblem.checkDirectoryOf(copy);
    tool.interruption().beginWork();
    try (ToolConnection connection = tool.store().openBackendToRead()) {
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
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      Optional<CheckReport> check = verify ? Optional.of(check(copy)) : Optional.empty();
      long shared = sharedFiles(copy);
      tool.output()
          .print(
              new CommandReport()
                  .with("directory", copy.toString())
                  .with("took", took)
                  .with("sharedFiles", shared)
                  .with("isClean", check.map(CheckReport::isClean)));
      if (shared > 0) {
        tool.console()
            .say(
                "warning: the backup shares %s with the store by hard links; to be safe from this disk, copy it to another one"
                    .formatted(shared == 1 ? "1 file" : shared + " files"));
      }
      check.ifPresentOrElse(found -> fail(copy, found), () -> warnOfLostHeads(copy));
    }
  }

  private CheckReport check(Path copy) {
    try (ToolConnection opened = tool.store().openCopyToRead(copy);
        PhaseBars phases = new PhaseBars(tool)) {
      CheckReport report =
          opened
              .cairn()
              .checks()
              .check(
                  Checks.Options.ALL,
                  each ->
                      phases.at(
                          "verify", "objects", each.heads() + each.pages() + each.objects(), 0));
      phases.done();
      return report;
    }
  }

  private static void fail(Path copy, CheckReport found) {
    if (!found.isClean()) {
      throw new CommandException(
          ExitCode.DAMAGED,
          "the backup in %s was made and is damaged, as the store is: %s; cairn check tells what that affects"
              .formatted(
                  copy,
                  found.findings().isEmpty()
                      ? "not everything could be checked"
                      : "%s of @%s is %s"
                          .formatted(
                              found.findings().get(0).subject(),
                              found.findings().get(0).scope(),
                              found.findings().get(0).kind().name().toLowerCase(Locale.ROOT))));
    }
  }

  // Reading every head is quick; reading everything is what --verify is for.
  private void warnOfLostHeads(Path copy) {
    try (ToolConnection opened = tool.store().openCopyToRead(copy)) {
      Backend backend = opened.backend();
      var unused =
          backend.scanReferences(
              Optional.empty(),
              Optional.empty(),
              row -> {
                if (isHeadLost(backend, row)) {
                  warn(
                      "the head of %s of @%s is lost"
                          .formatted(row.key().name(), row.key().scope()));
                }
                return true;
              });
    } catch (DamagedDataException e) {
      warn(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isHeadLost(Backend backend, ReferenceRow row) {
    if (row.headId().isEmpty() || row.isTombstone()) {
      return false;
    }
    ObjectRef head = new ObjectRef(Head.TYPE.name(), row.headId().getAsLong());
    return backend.fetch(List.of(head.in(row.key().scope())), ReadMode.STRONG).get(0).isEmpty();
  }

  private void warn(String damage) {
    tool.console()
        .say(
            "warning: the store is damaged, and so is the backup: %s; keep earlier backups, and see what cairn check tells"
                .formatted(damage));
  }

  private static long sharedFiles(Path copy) {
    try (Stream<Path> files = Files.list(copy)) {
      return files.filter(BackupCommand::isShared).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isShared(Path file) {
    try {
      return Files.getAttribute(file, "unix:nlink") instanceof Integer links && links > 1;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return false; // no such file system
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
