package dev.cairn.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The archive that this build made, unpacked by {@code tar}, and commands that run in it. */
record UnpackedArchive(Path home) {
  private static final Path TARGET = Path.of("target");

  /** What a command left behind. */
  record Outcome(int code, String out, String err) {}

  static Path archive() throws IOException {
    try (Stream<Path> files = Files.list(TARGET)) {
      List<Path> found = files.filter(each -> each.toString().endsWith(".tar.gz")).toList();
      assertEquals(1, found.size(), () -> "archives in %s: %s".formatted(TARGET, found));
      return found.get(0);
    }
  }

  static UnpackedArchive in(Path directory) throws Exception {
    Files.createDirectories(directory);
    Path archive = archive().toAbsolutePath();
    Outcome outcome =
        run(directory, Map.of(), List.of("tar", "-xzf", archive.toString(), "-C", "" + directory));
    assertEquals(0, outcome.code(), outcome::toString);
    String name = archive.getFileName().toString().replaceFirst("\\.tar\\.gz$", "");
    return new UnpackedArchive(directory.resolve(name));
  }

  /** Files by path within the archive, with when they were changed and how large they are. */
  Map<String, String> files() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        found.put(
            home.relativize(each).toString(),
            Files.getLastModifiedTime(each) + " " + Files.size(each));
      }
    }
    return found;
  }

  /** Starts a command in {@code place}; what it logs goes to a file there. */
  static Process start(Path place, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .directory(place.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(Files.createTempFile(place, "start", ".err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CAIRN_"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  static Outcome run(Path scratch, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(scratch, "run", ".out");
    Path err = Files.createTempFile(scratch, "run", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CAIRN_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      int code = process.waitFor();
      return new Outcome(
          code,
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      var unused = process.destroyForcibly();
    }
  }
}
