package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code cairn}, in a tree of its own with a Maven that only says that it was called and
 * gives the class path of the tests.
 */
class LauncherTest {
  @TempDir Path directory;

  private Path root;
  private Path script;
  private Path builds;

  @BeforeEach
  void plant() throws IOException {
    root = Files.createDirectories(directory.resolve("a tree"));
    script = Files.copy(Path.of("..", "cairn"), root.resolve("cairn"));
    builds = directory.resolve("builds");
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.createDirectories(root.resolve("cli").resolve("src").resolve("main"));
    Files.writeString(root.resolve("cli").resolve("pom.xml"), "<project/>");
    mavenThat(
        """
        echo "$*" >> '%1$s'
        mkdir -p cli/target
        echo 'not a jar' > cli/target/cairn-cli.jar
        printf '%%s' '%2$s' > cli/target/cairn.classpath
        echo 'building noisily'
        """
            .formatted(builds, System.getProperty("java.class.path")));
  }

  private void mavenThat(String does) throws IOException {
    Path maven = directory.resolve("bin").resolve("mvn");
    Files.createDirectories(maven.getParent());
    Files.writeString(maven, "#!/bin/sh\nset -e\n" + does);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return environment;
  }

  private Cli.Result run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return Child.run(directory, environment(), command);
  }

  private long builds() throws IOException {
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  @Test
  void itBuildsOnFirstUseAndWhenSourcesChangeAndKnowsTerminals() throws IOException {
    Cli.Result first = run("--version");
    assertEquals(0, first.code(), first::toString);
    assertTrue(first.err().contains("building Cairn"), first.err());
    assertTrue(first.err().contains("building noisily"), "what Maven says is no result");
    assertTrue(first.out().startsWith("cairn "), first.out());
    assertEquals(1, first.out().lines().count());
    assertTrue(Files.readString(builds).contains("-pl cli -am package"));
    assertFalse(Files.readString(builds).contains("install"));
    Cli.Result second = run("--version");
    assertEquals("", second.err());
    assertEquals(1, builds());
    onATerminalThereAreColorsUnlessSomebodyWantsNone();
    assertEquals(1, builds());
    Path source = root.resolve("cli").resolve("src").resolve("main").resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertTrue(run("--version").err().contains("building Cairn"));
    assertEquals(2, builds());
  }

  @Test
  void aFailedBuildSaysSoAndIsTriedAgain() throws IOException {
    mavenThat("echo broken; exit 1\n");
    Cli.Result failed = run("--version");
    assertEquals(1, failed.code());
    assertTrue(failed.err().contains("broken") && failed.err().contains("the build failed"));
    assertEquals("", failed.out());
    assertEquals(1, run("--version").code());
  }

  // Not a test of its own, as building takes long.
  private void onATerminalThereAreColorsUnlessSomebodyWantsNone() throws IOException {
    Path link = Files.createSymbolicLink(root.resolveSibling("link"), script);
    String command = "'%s' -b inmemory ref list @cairn/system".formatted(link);
    Cli.Result colored = onTerminal(command, Map.of());
    assertEquals(0, colored.code(), colored::toString);
    assertTrue(colored.out().contains("\u001b[1mNAME"), colored.out());
    Cli.Result plain = onTerminal(command, Map.of("NO_COLOR", "1"));
    assertTrue(plain.out().contains("NAME") && !plain.out().contains("\u001b"), plain.out());
    Cli.Result failed = onTerminal("'%s' -b inmemory ls a/b".formatted(link), Map.of());
    assertEquals(ExitCode.NOT_FOUND.number(), failed.code(), failed::toString);
    assertTrue(failed.out().contains("\u001b[31"), failed.out());
  }

  /** On a terminal, all output is on one stream. */
  private Cli.Result onTerminal(String command, Map<String, String> more) {
    Map<String, String> environment = environment();
    environment.put("TERM", "xterm");
    environment.putAll(more);
    boolean hasTerminals =
        Child.run(directory, Map.of(), List.of("sh", "-c", "command -v script")).code() == 0;
    if (hasTerminals) {
      return Child.run(directory, environment, List.of("script", "-qec", command, "/dev/null"));
    }
    // Nothing here makes terminals, so the tool is told that it is on one.
    String tool =
        "'%s/bin/java' -Ddev.cairn.cli.terminals=ioe -cp '%s' %s"
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                Main.class.getName());
    return Child.run(
        directory,
        environment,
        List.of("sh", "-c", tool + command.substring(command.lastIndexOf("' ") + 1) + " 2>&1"));
  }
}
