package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code cairn}, in a tree of its own with a Maven that only says that it was called and
 * gives a jar that leads to the class path of the tests.
 */
class LauncherTest {
  @TempDir Path directory;

  private Path root;
  private Path script;
  private Path builds;
  private Path jar;

  @BeforeEach
  void plant() throws IOException {
    root = Files.createDirectories(directory.resolve("a tree"));
    script = Files.copy(Path.of("..", "cairn"), root.resolve("cairn"));
    builds = directory.resolve("builds");
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.createDirectories(root.resolve("cli").resolve("src").resolve("main"));
    Files.writeString(root.resolve("cli").resolve("pom.xml"), "<project/>");
    javaWithLittleHeap();
    jar = leadingTo(classPath());
    mavenThat(building());
  }

  private String building() {
    return """
        echo "$*" >> '%1$s'
        mkdir -p cli/target
        echo 'not a jar' > cli/target/cairn-cli.jar
        mkdir cli/target/lib
        cp '%2$s' cli/target/lib
        echo 'building noisily'
        """
        .formatted(builds, jar);
  }

  /** The tree says of itself that starts are prepared, which takes long, so the script does not. */
  private void buildWithoutQuickStart() throws IOException {
    mavenThat(building() + "pwd > cli/target/cairn.warm\n");
    assertEquals(0, run("--version").code());
    assertFalse(Files.exists(root.resolve("cli").resolve("target").resolve("cairn.jsa")));
  }

  private static List<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .map(Path::toAbsolutePath)
        .filter(Files::exists)
        .toList();
  }

  /** A jar that has nothing in it but the way to {@code places}. */
  private Path leadingTo(List<Path> places) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            places.stream().map(each -> each.toUri().toString()).collect(Collectors.joining(" ")));
    Path jar = directory.resolve("all.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  /** Puts all classes into the tree itself, as Maven does. */
  private void fill(Path lib) throws IOException {
    int number = 0;
    for (Path place : classPath()) {
      Path jar = lib.resolve(++number + "-" + place.getFileName() + ".jar");
      if (Files.isDirectory(place)) {
        pack(place, jar);
      } else {
        Files.copy(place, jar);
      }
    }
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  private void mavenThat(String does) throws IOException {
    script(directory.resolve("bin").resolve("mvn"), "set -e\n" + does);
  }

  private static void script(Path file, String does) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + does);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  // Any variable that gives a JVM options makes it print them.
  private void javaWithLittleHeap() throws IOException {
    script(
        javaHome().resolve("bin").resolve("java"),
        "exec '%s/bin/java' -Xmx256m \"$@\"\n".formatted(System.getProperty("java.home")));
  }

  private Path javaHome() {
    return directory.resolve("jdk");
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("JAVA_HOME", javaHome().toString());
    return environment;
  }

  private Cli.Result run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return ChildProcess.run(directory, environment(), command);
  }

  private long builds() throws IOException {
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  @Test
  void itBuildsOnFirstUseAndWhenSourcesChangeAndKnowsTerminals() throws IOException {
    Cli.Result first = run("--version");
    assertEquals(0, first.code(), first::toString);
    assertTrue(first.err().contains("building Cairn"), first.err());
    assertFalse(first.err().contains("building noisily"), "of interest only if it fails");
    assertTrue(first.out().startsWith("cairn "), first.out());
    assertEquals(1, first.out().lines().count());
    assertTrue(Files.readString(builds).contains("-pl cli -am package"));
    assertFalse(Files.readString(builds).contains("install"));
    Cli.Result second = run("--version");
    assertEquals("", second.err());
    assertEquals(1, builds());
    onATerminalThereAreColorsUnlessTheUserWantsNone();
    assertEquals(1, builds());
    Path source = root.resolve("cli").resolve("src").resolve("main").resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertTrue(run("--version").err().contains("building Cairn"));
    assertEquals(2, builds());
  }

  /** Makes what {@code mvn package} leaves, begun at a time. */
  private Path pack(Instant begin) throws IOException {
    Path target = Files.createDirectories(root.resolve("distribution").resolve("target"));
    Path lib =
        Files.createDirectories(directory.resolve("packed").resolve("cairn-1").resolve("lib"));
    Files.writeString(lib.resolve("cairn-cli.jar"), "not a jar");
    Files.copy(jar, lib.resolve("all.jar"));
    Path archive = target.resolve("cairn-1.tar.gz");
    List<String> tar =
        List.of("tar", "-czf", "" + archive, "-C", "" + lib.resolve("../.."), "cairn-1");
    assertEquals(0, ChildProcess.run(directory, Map.of(), tar).code());
    String text =
        DateTimeFormatter.ofPattern("yyyyMMddHHmm.ss", Locale.ROOT)
            .format(begin.atOffset(ZoneOffset.UTC));
    Files.writeString(target.resolve("cairn.begin"), text + "\n");
    return archive;
  }

  @Test
  void whatMavenPackagedIsNotBuiltAgainUntilSourcesChange() throws IOException {
    Path archive = pack(Instant.now().plusSeconds(60));
    Cli.Result first = run("--version");
    assertEquals(0, first.code(), first::toString);
    assertTrue(first.out().startsWith("cairn "), first.out());
    assertTrue(first.err().contains("using what mvn package built: " + archive), first.err());
    assertEquals("", run("--version").err());
    assertEquals(0, builds());
    Path source = root.resolve("cli").resolve("src").resolve("main").resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(120)));
    assertTrue(run("--version").err().contains("building Cairn"));
    assertEquals(1, builds());
  }

  @Test
  void anArchiveThatIsOldDamagedOrOneOfTwoIsNotTaken() throws IOException {
    Path archive = pack(Instant.now().minusSeconds(60));
    buildWithoutQuickStart();
    assertEquals(1, builds(), "sources changed after the build began");
    Files.delete(root.resolve("cli").resolve("target").resolve("cairn.stamp"));
    Files.writeString(archive.resolveSibling("cairn.begin"), "209901010000.00");
    Path other = Files.copy(archive, archive.resolveSibling("cairn-2.tar.gz"));
    assertEquals(0, run("--version").code());
    assertEquals(2, builds(), "two archives");
    Files.delete(other);
    Files.delete(root.resolve("cli").resolve("target").resolve("cairn.stamp"));
    Files.writeString(archive, "cut");
    assertEquals(0, run("--version").code());
    assertEquals(3, builds(), "a damaged archive");
  }

  @Test
  void aFailedBuildSaysSoAndIsTriedAgain() throws IOException {
    mavenThat("echo broken; exit 1\n");
    Cli.Result failed = run("--version");
    assertEquals(1, failed.code());
    assertTrue(failed.err().contains("broken") && failed.err().contains("the build failed"));
    assertEquals("", failed.out());
    Path log = root.resolve("cli").resolve("target").resolve("cairn-build.log");
    assertTrue(failed.err().contains(log.toString()) && Files.exists(log), failed.err());
    mavenThat("echo '[INFO] much'; echo '[ERROR] the reason'; exit 1\n");
    String errors = run("--version").err();
    assertTrue(errors.contains("[ERROR] the reason") && !errors.contains("much"), errors);
    assertEquals(1, run("--version").code());
  }

  /** A command that waits for a file in the directory of the test, though not forever. */
  private String waiting() throws IOException {
    Path script = directory.resolve("bin").resolve("wait-for");
    script(
        script,
        "n=0\nuntil [ -e '%s'/\"$1\" ] || [ $n -ge 6000 ]; do n=$((n + 1)); sleep 0.1; done\n"
            .formatted(directory));
    return "'" + script + "'";
  }

  /** The Maven of this test waits until the script has said what it is at. */
  @Test
  void aBuildTellsWhatItIsAtAgainAndAgainWithoutEscapeCodes() throws IOException {
    mavenThat(
        """
        echo '[INFO] Building The First 1.0-SNAPSHOT                        [1/2]'
        %1$s first
        echo '[INFO] Building The Second 1.0-SNAPSHOT                       [2/2]'
        %1$s second
        exit 1
        """
            .formatted(waiting()));
    List<String> version = List.of(script.toString(), "--version");
    try (ChildProcess child = ChildProcess.start(directory, environment(), version)) {
      child.awaitError("building The First (1 of 2), ");
      child.awaitError("building The First (1 of 2), ");
      Files.createFile(directory.resolve("first"));
      child.awaitError("building The Second (2 of 2), ");
      Files.createFile(directory.resolve("second"));
      Cli.Result result = child.await();
      assertEquals(1, result.code(), result::toString);
      assertFalse((result.out() + result.err()).contains("\u001b"), result::toString);
    }
  }

  /** Two start at once: one builds, the other says why it waits. */
  @Test
  void whoFindsAnotherAtTheBuildSaysSo() throws IOException {
    mavenThat(waiting() + " end; exit 1\n");
    List<String> version = List.of(script.toString(), "--version");
    boolean hasLocks =
        ChildProcess.run(directory, Map.of(), List.of("sh", "-c", "command -v flock")).code() == 0;
    assumeTrue(hasLocks);
    try (ChildProcess first = ChildProcess.start(directory, environment(), version)) {
      first.awaitError("building the project, ");
      try (ChildProcess second = ChildProcess.start(directory, environment(), version)) {
        second.awaitError("another process builds Cairn here");
        Files.createFile(directory.resolve("end"));
        assertEquals(1, first.await().code());
        assertEquals(1, second.await().code(), "it builds, too, since the first one failed");
      }
    }
  }

  @Test
  void aBuiltTreeNeedsNothingFromOutsideAndCanBeMovedAndUsedByOthers() throws IOException {
    buildWithoutQuickStart();
    Path lib = root.resolve("cli").resolve("target").resolve("lib");
    Files.delete(lib.resolve("all.jar"));
    fill(lib);
    Path moved = Files.move(root, directory.resolve("another place"));
    Path link = Files.createSymbolicLink(directory.resolve("tool"), moved.resolve("cairn"));
    List<String> version = List.of(link.toString(), "--version");
    Cli.Result own = ChildProcess.run(directory, environment(), version);
    assertEquals(0, own.code(), own::toString);
    assertFalse(own.err().contains("building"), own.err());
    assertEquals(1, builds());
    Path source = moved.resolve("cli").resolve("src").resolve("main").resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    Optional<Cli.Result> other = runAsAnotherUser(link);
    assertTrue(
        other.isEmpty() || (other.get().code() == 0 && other.get().out().startsWith("cairn ")),
        other::toString);
    other.ifPresent(each -> assertTrue(each.err().contains("running what is built"), each.err()));
    assertEquals(1, builds());
  }

  /** Only root can become another user. */
  private Optional<Cli.Result> runAsAnotherUser(Path link) throws IOException {
    List<String> nobody =
        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");
    List<String> command = new ArrayList<>(nobody);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-version");
    var unused =
        ChildProcess.run(directory, Map.of(), List.of("chmod", "a+rx", directory.toString()));
    boolean isPossible =
        ChildProcess.run(directory, Map.of(), List.of("sh", "-c", "command -v setpriv")).code() == 0
            && ChildProcess.run(directory, Map.of(), command).code() == 0;
    if (!isPossible) {
      return Optional.empty();
    }
    List<String> version = new ArrayList<>(nobody);
    version.addAll(List.of(link.toString(), "--version"));
    return Optional.of(ChildProcess.run(directory, environment(), version));
  }

  @Test
  void namesOutsideAsciiNeedNoLocale() throws IOException {
    buildWithoutQuickStart();
    String files =
        """
        CAIRN_BACKEND=rocksdb; CAIRN_ROCKSDB_PATH=$PWD/$name
        export CAIRN_BACKEND CAIRN_ROCKSDB_PATH
        '%1$s' schema create
        test -f "$CAIRN_ROCKSDB_PATH/CURRENT"
        printf 'cairn.rocksdb.path=%%s' "$CAIRN_ROCKSDB_PATH" > "$name.properties"
        '%1$s' -c "$name.properties" export "$name.cairn"
        test -f "$name.cairn"
        """
            .formatted(script);
    assertNamesAreRead("unset LC_ALL LC_CTYPE LANG", files);
    for (String locale :
        List.of(
            "export LC_ALL=C",
            "export LC_ALL=POSIX",
            "unset LC_ALL LC_CTYPE; export LANG=xx_XX.UTF-8")) {
      assertNamesAreRead(locale, "");
    }
    Cli.Result refused =
        inShell(
            "unset LC_ALL LC_CTYPE LANG; '%s' -b inmemory tenant create \"$(printf 'gr\\366n')\""
                .formatted(script));
    assertEquals(ExitCode.USAGE.number(), refused.code(), refused::toString);
    assertTrue(refused.err().contains("UTF-8"), refused.err());
  }

  /** Only the shell writes the name: how this process would is what is in question. */
  private void assertNamesAreRead(String locale, String more) {
    String commands =
        """
        set -e
        %1$s
        name=$(printf 'gr\\303\\266\\303\\237e')
        '%2$s' -b inmemory tenant create "$name" -p "text=$name" --json
        %3$s
        """
            .formatted(locale, script, more);
    Cli.Result result = inShell(commands);
    assertEquals(0, result.code(), () -> locale + ": " + result);
    assertTrue(result.out().contains("\"name\": \"größe\""), () -> locale + ": " + result);
    assertTrue(result.out().contains("\"text\": \"größe\""), () -> locale + ": " + result);
  }

  private Cli.Result inShell(String text) {
    return ChildProcess.run(
        directory, environment(), List.of("sh", "-c", "cd '%s'\n%s".formatted(directory, text)));
  }

  /** A backend that no module of this project has. */
  public static final class ThirdPartyFactory implements BackendFactory {
    @Override
    public String name() {
      return "thirdparty";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Backend open(Configuration configuration) {
      throw new BackendUnavailableException("the third party is not there");
    }
  }

  @Test
  void jarsOfUsersAreAddedToTheClassPath() throws IOException {
    buildWithoutQuickStart();
    Path services = directory.resolve("jars of users/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve(BackendFactory.class.getName()), ThirdPartyFactory.class.getName());
    List<String> command = List.of(script.toString(), "-b", "thirdparty", "info");
    Cli.Result unknown = ChildProcess.run(directory, environment(), command);
    assertTrue(unknown.err().contains("there is no backend called 'thirdparty'"), unknown.err());
    Map<String, String> environment = environment();
    environment.put("CAIRN_CLASSPATH", directory.resolve("jars of users").toString());
    Cli.Result found = ChildProcess.run(directory, environment, command);
    assertTrue(found.err().contains("the third party is not there"), found.err());
    assertFalse(found.err().toLowerCase(Locale.ROOT).contains("classpath"), found.err());
  }

  @Test
  void aWrongJavaHomeIsNamed() {
    Map<String, String> environment = environment();
    environment.put("JAVA_HOME", "/no/such/jdk");
    Cli.Result result =
        ChildProcess.run(directory, environment, List.of(script.toString(), "--version"));
    assertEquals(ExitCode.USAGE.number(), result.code());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains("JAVA_HOME is /no/such/jdk"), result.err());
  }

  // Not a test of its own, as building takes long.
  private void onATerminalThereAreColorsUnlessTheUserWantsNone() throws IOException {
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
    Path config = directory.resolve("a file of settings with a long name.properties");
    Files.writeString(config, "cairn.gc.grace=PT48H\n");
    Cli.Result narrow =
        onTerminal(
            "stty cols 60; '%s' -c '%s' -b inmemory doctor".formatted(link, config), Map.of());
    assertTrue(!hasTerminals() || narrow.out().contains("to fit the terminal"), narrow::toString);
  }

  private boolean hasTerminals() {
    return ChildProcess.run(directory, Map.of(), List.of("sh", "-c", "command -v script")).code()
        == 0;
  }

  /** On a terminal, all output is on one stream. */
  private Cli.Result onTerminal(String command, Map<String, String> more) {
    Map<String, String> environment = environment();
    environment.put("TERM", "xterm");
    environment.putAll(more);
    if (hasTerminals()) {
      return ChildProcess.run(
          directory, environment, List.of("script", "-qec", command, "/dev/null"));
    }
    // Without a program that makes terminals, a property makes the tool assume one.
    String tool =
        "'%s/bin/java' -Ddev.cairn.cli.terminals=ioe -cp '%s' %s"
            .formatted(javaHome(), System.getProperty("java.class.path"), Main.class.getName());
    return ChildProcess.run(
        directory,
        environment,
        List.of("sh", "-c", tool + command.substring(command.lastIndexOf("' ") + 1) + " 2>&1"));
  }
}
