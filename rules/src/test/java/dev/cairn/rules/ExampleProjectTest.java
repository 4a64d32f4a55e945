package dev.cairn.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project of docs/write-a-backend.md, built by Maven as an implementer builds it.
 *
 * <p>It sees the modules of this build as a staged repository, and everything else in the
 * repository that this build was resolved from. Both are remote to it: what it resolves goes into a
 * local repository of its own, so that the user's does not change.
 */
class ExampleProjectTest {
  private static final Path PROJECT = Path.of("..", "examples", "own-backend");
  private static final List<String> MODULES =
      List.of("snowflake-ids", "persistence-api", "persistence-core", "testkit");
  private static final Pattern RUN =
      Pattern.compile(
          "Tests run: (\\d+), Failures: 0, Errors: 0, Skipped: (\\d+),.* in .*\\$(\\w+)");

  @TempDir Path directory;

  @Test
  void projectBuildsAndItsBackendPassesTheContract() throws Exception {
    MavenModels maven = MavenModels.ofTheRunningBuild();
    assumeTrue(maven.isMavenRepository(), "the tests run without Maven");
    StagedRepository staged = StagedRepository.of(directory.resolve("staged"), MODULES);
    Path project = copyOfTheProject();
    // Maven would take options of the build around it otherwise.
    Files.createDirectory(project.resolve(".mvn"));
    Path settings = settings(staged.directory(), maven.repository());

    String output =
        run(
            project,
            List.of(
                executable().orElseThrow(),
                "-B",
                "-ntp",
                "-s",
                settings.toString(),
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + directory.resolve("local"),
                // For the sake of time; the contract and the project's own tests prove the page.
                "-DexcludedGroups=engine,idempotency,maintenance",
                "verify"));

    Map<String, Integer> run = new TreeMap<>();
    Map<String, Integer> skipped = new TreeMap<>();
    Matcher matcher = RUN.matcher(output);
    while (matcher.find()) {
      int left = Integer.parseInt(matcher.group(2));
      (left > 0 ? skipped : run).put(matcher.group(3), Integer.parseInt(matcher.group(1)));
    }
    assertTrue(run.getOrDefault("Contract", 0) > 100, () -> run + " of\n" + output);
    assertTrue(run.getOrDefault("SharedStore", 0) > 5, () -> run + " of\n" + output);
    assertEquals(List.of("Network", "Schema"), new ArrayList<>(skipped.keySet()), output);
    assertTrue(output.contains("in com.example.shelf.ShelfReopenedTest"), output);
    assertTrue(Files.exists(project.resolve("target/shelf-backend-1.0-SNAPSHOT.jar")), output);
  }

  /** The versions that this build is known to work with, and that are in its repository. */
  @Test
  void pluginsAreThoseOfTheBuild() throws Exception {
    MavenModels maven = MavenModels.ofTheRunningBuild();
    assumeTrue(maven.isMavenRepository(), "the tests run without Maven");
    Model root = maven.effective(Path.of("..", "pom.xml"));
    Map<String, Plugin> managed = root.getBuild().getPluginManagement().getPluginsAsMap();
    List<Plugin> plugins = maven.effective(PROJECT.resolve("pom.xml")).getBuild().getPlugins();
    List<String> own =
        List.of(
            "maven-resources-plugin",
            "maven-compiler-plugin",
            "maven-surefire-plugin",
            "maven-jar-plugin");
    for (String name : own) {
      Plugin plugin =
          plugins.stream()
              .filter(each -> each.getArtifactId().equals(name))
              .findFirst()
              .orElseThrow();
      assertEquals(managed.get(plugin.getKey()).getVersion(), plugin.getVersion(), name);
    }
  }

  @Test
  void listingsOfThePageAreThoseOfTheProject() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(PROJECT)) {
      for (Path each : files.filter(file -> file.toString().matches(".*\\.(java|xml)")).toList()) {
        lines.addAll(Files.readAllLines(each));
      }
    }
    Matcher listing =
        Pattern.compile("(?s)```(?:java|xml)\n(.*?)```")
            .matcher(Files.readString(Path.of("..", "docs", "write-a-backend.md")));
    int listings = 0;
    while (listing.find()) {
      listings++;
      for (String line : listing.group(1).split("\n", -1)) {
        assertTrue(lines.contains(line), () -> "no line of the project: " + line);
      }
    }
    assertTrue(listings >= 3, "only " + listings);
  }

  private Path copyOfTheProject() throws IOException {
    Path copy = directory.resolve("project");
    try (Stream<Path> files = Files.walk(PROJECT)) {
      for (Path each : files.filter(file -> !file.startsWith(PROJECT.resolve("target"))).toList()) {
        Files.copy(each, copy.resolve(PROJECT.relativize(each).toString()));
      }
    }
    return copy;
  }

  private Path settings(Path staged, Path known) throws IOException {
    String repository =
        """
        <%3$s><id>%1$s</id><url>%2$s</url>
          <snapshots><enabled>%4$s</enabled></snapshots></%3$s>
        """;
    String central =
        repository.formatted("central", known.toUri(), "repository", false)
            + repository.formatted("staged", staged.toUri(), "repository", true);
    String plugins = repository.formatted("central", known.toUri(), "pluginRepository", false);
    return Files.writeString(
        directory.resolve("settings.xml"),
        """
        <settings>
          <profiles>
            <profile>
              <id>files</id>
              <repositories>%s</repositories>
              <pluginRepositories>%s</pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>files</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(central, plugins));
  }

  private static Optional<String> executable() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(each -> Path.of(each, "mvn"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private String run(Path project, List<String> command) throws Exception {
    Path log = directory.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
    builder.environment().remove("MAVEN_OPTS");
    builder.environment().remove("MAVEN_ARGS");
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = builder.start();
    try {
      int exit = process.waitFor();
      String output = read(log);
      assertEquals(0, exit, output);
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
