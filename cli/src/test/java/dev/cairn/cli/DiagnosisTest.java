package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of files that are not as they need them. */
class DiagnosisTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void create() {
    Samples.create(cli());
    Samples.commitAll(cli(), List.of("eu/orders"));
  }

  private List<Path> files(Path of, String begin) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.filter(file -> file.getFileName().toString().startsWith(begin)).toList();
    }
  }

  @Test
  void aStoreThatLostItsFileCurrentIsDamagedAndNotMissing() throws IOException {
    Files.delete(cli().store().resolve("CURRENT"));
    String message = cli().fails(ExitCode.DAMAGED, "info");
    assertTrue(message.contains("CURRENT") && message.contains("backup"), message);
    assertFalse(message.contains("schema create"), message);
    cli().fails(ExitCode.DAMAGED, "tenant", "list");
  }

  @Test
  void aStoreThatLostItsManifestIsDamagedAndNotUnavailable() throws IOException {
    for (Path file : files(cli().store(), "MANIFEST")) {
      Files.delete(file);
    }
    String message = cli().fails(ExitCode.DAMAGED, "tenant", "list");
    assertTrue(message.contains("MANIFEST") && message.contains("backup"), message);
  }

  /** Runs the tool without the privilege of root to read and write everything. */
  private Cli.Result unprivileged(String... arguments) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    }
    command.addAll(ChildProcess.command(arguments));
    return ChildProcess.run(
        directory,
        Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", cli().store().toString()),
        command);
  }

  @Test
  void aDirectoryWithoutPermissionIsNamedAndNotTakenForAMissingStore() throws IOException {
    Path store = cli().store();
    assertDenied(ExitCode.UNAVAILABLE, store, "tenant", "list");
    assertDenied(ExitCode.UNAVAILABLE, store, "serve", "--check");
    Path exports = Files.createDirectory(directory.resolve("exports"));
    assertDenied(ExitCode.FAILED, exports, "export", exports.resolve("all.cairn").toString());
  }

  private void assertDenied(ExitCode code, Path locked, String... arguments) throws IOException {
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(locked);
    Files.setPosixFilePermissions(locked, Set.of());
    try {
      Cli.Result result = unprivileged(arguments);
      String message = result.err();
      assertEquals(code.number(), result.code(), message);
      assertTrue(message.contains(locked.toString()), message);
      assertTrue(message.toLowerCase(Locale.ROOT).contains("permission denied"), message);
      assertFalse(message.contains("schema create"), message);
      assertFalse(message.contains("should not"), message);
    } finally {
      Files.setPosixFilePermissions(locked, before);
    }
  }

  @Test
  void aMalformedFileOfSettingsIsNamedWithTheLine() throws IOException {
    Path config = Files.writeString(directory.resolve("bad.properties"), "#\n\ncairn.x=\\u12\n");
    String message = cli().fails(ExitCode.USAGE, "-c", config.toString(), "info");
    assertTrue(message.contains(config.toString()) && message.contains("line 3"), message);
  }

  @Test
  void anExportIntoADirectoryThatIsNotThereSaysSo() {
    Path file = directory.resolve("none").resolve("all.cairn");
    String message = cli().fails(ExitCode.NOT_FOUND, "export", file.toString());
    assertTrue(message.contains("no directory " + file.getParent()), message);
    assertFalse(Files.exists(file.getParent()));
  }

  @Test
  void anExportForWhichThereIsNoRoomSaysSoAndLeavesNothingBehind() throws IOException {
    Path file = directory.resolve("all.cairn");
    // Where the export is written first: to a disk that is always full.
    Files.createSymbolicLink(directory.resolve("all.cairn.part"), Path.of("/dev/full"));
    String message = cli().fails(ExitCode.FAILED, "export", file.toString());
    assertTrue(message.contains(file.toString()), message);
    assertTrue(message.contains("No space left on device"), message);
    assertFalse(message.contains("should not"), message);
    assertEquals(List.of(), files(directory, "all.cairn"));
    cli().ok("export", file.toString());
  }

  @Test
  void aFileThatCannotBeReadIsNoBug() throws IOException {
    Path file = Files.createDirectory(directory.resolve("directory"));
    String message = cli().fails(ExitCode.CONFLICT, "export", file.toString());
    assertTrue(message.contains("there already"), message);
    Path page = directory.resolve("none").resolve("bench.html");
    String missing = cli().fails(ExitCode.NOT_FOUND, "bench", "--html", page.toString());
    assertTrue(missing.contains("no directory " + page.getParent()), missing);
    Cli.Result unwritten =
        cli().run("bench", "--commits=100", "--lookups=100", "--html", file.toString());
    assertEquals(ExitCode.FAILED.number(), unwritten.code());
    assertTrue(unwritten.err().contains("cannot be written to " + file), unwritten.err());
    assertFalse(unwritten.err().contains("should not"), unwritten.err());
  }
}
