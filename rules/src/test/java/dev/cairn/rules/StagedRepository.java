package dev.cairn.rules;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A Maven repository in a directory with modules of this build, as a release would have them. */
final class StagedRepository {
  private static final Path ROOT = Path.of("..");
  private static final String VERSION = "0.1.0-SNAPSHOT";

  private final Path directory;

  private StagedRepository(Path directory) {
    this.directory = directory;
  }

  /** Stages the root POM, and POM and classes of {@code modules}. */
  static StagedRepository of(Path directory, List<String> modules) throws IOException {
    StagedRepository staged = new StagedRepository(directory);
    staged.copyPom("cairn", ROOT);
    for (String module : modules) {
      staged.copyPom(module, ROOT.resolve(module));
      staged.pack(module, ROOT.resolve(module).resolve("target").resolve("classes"));
    }
    return staged;
  }

  Path directory() {
    return directory;
  }

  private Path file(String artifact, String type) throws IOException {
    Path place = directory.resolve("dev/cairn").resolve(artifact).resolve(VERSION);
    return Files.createDirectories(place).resolve("%s-%s.%s".formatted(artifact, VERSION, type));
  }

  private void copyPom(String artifact, Path module) throws IOException {
    Files.copy(module.resolve("pom.xml"), file(artifact, "pom"));
  }

  private void pack(String artifact, Path classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(file(artifact, "jar"));
        JarOutputStream jar = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
        Files.copy(each, jar);
        jar.closeEntry();
      }
    }
  }
}
