package dev.cairn.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.distribution.UnpackedArchive.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive runs from a path with spaces without Maven, for a user who may not write into it, and
 * has what an operator needs.
 */
class ArchiveTest {
  private static final Set<PosixFilePermission> FOR_ALL =
      PosixFilePermissions.fromString("rwxr-xr-x");

  @TempDir static Path directory;
  private static UnpackedArchive archive;

  @BeforeAll
  static void unpack() throws Exception {
    Files.setPosixFilePermissions(directory, FOR_ALL);
    archive = UnpackedArchive.in(directory.resolve("a path with spaces"));
    Path maven = Files.createDirectory(directory.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho called > '%s'\n".formatted(trace()));
    Files.setPosixFilePermissions(directory.resolve("bin"), FOR_ALL);
    Files.setPosixFilePermissions(maven, FOR_ALL);
    Path traces = Files.createDirectory(trace().getParent());
    Files.setPosixFilePermissions(traces, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static Path trace() {
    return directory.resolve("traces").resolve("mvn");
  }

  @AfterAll
  static void noneCalledMaven() {
    assertFalse(Files.exists(trace()));
  }

  /** Where the operating system lets this user, in a network that has nothing. */
  private static List<String> withoutNetwork(List<String> command) throws Exception {
    List<String> apart = List.of("unshare", "--net", "--");
    List<String> tried = new ArrayList<>(apart);
    tried.add("true");
    List<String> find = List.of("sh", "-c", "command -v unshare");
    boolean isPossible =
        UnpackedArchive.run(directory, Map.of(), find).code() == 0
            && UnpackedArchive.run(directory, Map.of(), tried).code() == 0;
    List<String> all = new ArrayList<>(isPossible ? apart : List.of());
    all.addAll(command);
    return all;
  }

  /** Where a Maven of the system would be, there is one that leaves a trace. */
  private static Map<String, String> environment(Path store) {
    return Map.of(
        "PATH",
        directory.resolve("bin") + ":/usr/bin:/bin",
        "JAVA_HOME",
        System.getProperty("java.home"),
        "HOME",
        "/nonexistent",
        "CAIRN_BACKEND",
        "rocksdb",
        "CAIRN_ROCKSDB_PATH",
        store.toString());
  }

  /** As another user if this one is root, to whom everything is writable. */
  private static List<String> asReader(List<String> command) throws Exception {
    List<String> reader = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      reader.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));
    } else {
      try (Stream<Path> files = Files.walk(archive.home())) {
        for (Path each : files.filter(Files::isDirectory).toList()) {
          Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
      }
    }
    reader.addAll(command);
    return reader;
  }

  @Test
  void itRunsForAUserWhoMayOnlyReadItAndWritesNothingIntoIt() throws Exception {
    Map<String, String> before = archive.files();
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxrwxrwx"));
    Map<String, String> environment = environment(scratch.resolve("a store"));
    String launcher = archive.home().resolve("cairn").toString();

    Outcome version =
        UnpackedArchive.run(directory, environment, asReader(List.of(launcher, "--version")));
    assertEquals(0, version.code(), version::toString);
    assertEquals("", version.err());
    String release = archive.home().getFileName().toString().replaceFirst("cairn-", "");
    assertEquals("cairn " + release, version.out().strip());

    for (List<String> words : List.of(List.of("schema", "create"), List.of("info", "--json"))) {
      List<String> command = new ArrayList<>(List.of(launcher));
      command.addAll(words);
      Outcome outcome =
          UnpackedArchive.run(directory, environment, withoutNetwork(asReader(command)));
      assertEquals(0, outcome.code(), outcome::toString);
      assertEquals("", outcome.err(), words::toString);
    }
    assertTrue(Files.exists(scratch.resolve("a store").resolve("CURRENT")));
    assertEquals(before, archive.files());
  }

  @Test
  void itServesForAUserWhoMayOnlyReadIt() throws Exception {
    Map<String, String> before = archive.files();
    Path place = Files.createDirectory(directory.resolve("a place to serve"));
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
    Map<String, String> environment = new HashMap<>(environment(place));
    environment.keySet().removeIf(name -> name.startsWith("CAIRN_"));
    environment.put("CAIRN_SERVER_PORT", "0");
    environment.put("CAIRN_SERVER_MANAGEMENT_PORT", "0");
    String launcher = archive.home().resolve("cairn").toString();
    Process server =
        UnpackedArchive.start(place, environment, asReader(List.of(launcher, "serve", "--json")));
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      String uri = "";
      for (String line = out.readLine(); !"}".equals(line); line = out.readLine()) {
        assertNotNull(line, "the server ended");
        uri = line.contains("\"uri\"") ? line.replaceAll(".*: \"|\",", "") : uri;
      }
      URI config = URI.create(uri + "/v1/config?warehouse=demo");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(config).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(Files.exists(place.resolve(".cairn/serve/store/CURRENT")));
      server.destroy();
      assertEquals(143, server.waitFor(), "the code of a process that SIGTERM ended");
    } finally {
      int unused = server.destroyForcibly().waitFor();
    }
    assertEquals(before, archive.files());
  }

  @Test
  void itHasLauncherDocumentationLicenceAndPackaging() throws Exception {
    assertEquals(FOR_ALL, Files.getPosixFilePermissions(archive.home().resolve("cairn")));
    Set<String> files = archive.files().keySet();
    for (String expected :
        List.of(
            "LICENSE",
            "NOTICE",
            "README.md",
            "CHANGELOG.md",
            "docs/operations.md",
            "docs/design/README.md",
            "packaging/man/cairn.1",
            "packaging/systemd/cairn.service",
            "packaging/kubernetes/cairn.yaml")) {
      assertTrue(files.contains(expected), () -> expected + " is not among " + files);
    }
  }

  @Test
  void everyJarOfCairnHasTheLicenceAndNoneIsATestLibrary() throws Exception {
    Set<String> own = new TreeSet<>();
    try (Stream<Path> jars = Files.list(archive.home().resolve("lib"))) {
      for (Path jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
        String name = jar.getFileName().toString();
        assertFalse(
            name.matches("(junit|jqwik|assertj|mockito|archunit|testkit|snakeyaml).*"), name);
        if (isOfCairn(jar)) {
          own.add(name);
        }
      }
    }
    assertTrue(own.contains("cairn-cli.jar") && own.size() > 8, own::toString);
  }

  private static boolean isOfCairn(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      if (jar.getEntry("dev/cairn/") == null) {
        return false;
      }
      assertNotNull(jar.getEntry("META-INF/LICENSE"), file::toString);
      assertNotNull(jar.getEntry("META-INF/NOTICE"), file::toString);
      return true;
    }
  }

  /** The launcher takes the archive unless a source is newer than this. */
  @Test
  void theBeginOfTheBuildIsBesideIt() throws Exception {
    String text = Files.readString(Path.of("target", "cairn.begin")).strip();
    Instant begin =
        LocalDateTime.parse(text, DateTimeFormatter.ofPattern("yyyyMMddHHmm.ss", Locale.ROOT))
            .toInstant(ZoneOffset.UTC);
    Instant end = Files.getLastModifiedTime(UnpackedArchive.archive()).toInstant();
    assertTrue(begin.isBefore(end) && begin.isAfter(end.minus(Duration.ofHours(6))), text);
  }

  /** One class path entry per library: two releases of one would shadow each other. */
  @Test
  void noLibraryIsThereTwice() throws Exception {
    Set<String> seen = new HashSet<>();
    try (Stream<Path> jars = Files.list(archive.home().resolve("lib"))) {
      for (Path jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
        String name = jar.getFileName().toString().replaceFirst("-\\d.*", "");
        assertTrue(seen.add(name), () -> name + " is there twice");
      }
    }
    assertTrue(seen.size() > 30, () -> "only " + seen);
  }
}
