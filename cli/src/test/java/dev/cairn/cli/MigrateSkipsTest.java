package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.cli.SourceStub.Reply;
import dev.cairn.iceberg.file.LocalFileIO;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code migrate}, from sources that have or answer what cannot be registered. */
class MigrateSkipsTest {
  private static final String SECRET = "s3cr3t-0f-the-0ld-catalog";
  private static final String[] ONE_RETRY = {"--from-property", "rest.client.max-retries=1"};

  @TempDir Path directory;
  private final SourceStub source = new SourceStub();
  private Path files;
  private Cli cli;

  @BeforeEach
  void create() {
    files = directory.resolve("old");
    cli = new Cli(directory.resolve("store"));
    cli.ok("schema", "create");
    cli.ok("warehouse", "create", "shop", "-p", "location=file:" + files);
  }

  @AfterEach
  void close() {
    source.close();
  }

  private List<String> arguments(String... more) {
    List<String> words =
        new ArrayList<>(List.of("migrate", "--from", source.uri(), "--to", "shop"));
    words.addAll(List.of(ONE_RETRY));
    words.addAll(List.of(more));
    return words;
  }

  private Cli.Result migrate(String... more) {
    return cli.run(arguments(more).toArray(String[]::new));
  }

  /** The reasons of what is skipped, by address. */
  private Map<String, String> skipped(String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--json");
    Cli.Result result = migrate(words.toArray(String[]::new));
    assertEquals(ExitCode.INCOMPLETE.number(), result.code(), result::toString);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (JsonNode each : result.json().path("skipped")) {
      assertFalse(each.path("detail").asText().isEmpty(), result::toString);
      reasons.put(each.path("address").asText(), each.path("reason").asText());
    }
    return reasons;
  }

  /** Writes the metadata file of a table at {@code location}; answers with where. */
  private String table(Path location) {
    TableMetadata metadata =
        TableMetadata.newTableMetadata(
            new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
            PartitionSpec.unpartitioned(),
            "file:" + location,
            Map.of());
    String file = "file:" + location.resolve("metadata/00000-x.metadata.json");
    try (LocalFileIO io = new LocalFileIO()) {
      io.initialize(Map.of(LocalFileIO.ROOT, "file:" + directory));
      TableMetadataParser.write(metadata, io.newOutputFile(file));
    }
    return file;
  }

  private String damaged(Path location, String from, String to) throws IOException {
    String file = table(location);
    Path path = Path.of(file.substring("file:".length()));
    String text = Files.readString(path);
    assertTrue(text.contains(from), text);
    Files.writeString(path, text.replace(from, to));
    return file;
  }

  @Test
  void whatCannotBeRegisteredIsNamedWithTheReasonAndTheRestIsRegistered() throws IOException {
    source.tables(
        SourceStub.ordered(
            "good", table(files.resolve("good")),
            "outside", table(directory.resolve("outside")),
            "moved", damaged(files.resolve("moved"), files + "/moved", directory + "/outside2"),
            "hostile", damaged(files.resolve("hostile"), files + "/hostile", files + "/a/../../b"),
            "inside", table(files.resolve("good/inside")),
            "future", damaged(files.resolve("f"), "\"format-version\":2", "\"format-version\":99"),
            "cut", damaged(files.resolve("cut"), "}", ""),
            "missing", "file:" + files.resolve("nowhere.metadata.json"),
            "unnamed", "",
            "..", table(files.resolve("dots"))));
    source.reply("/v1/namespaces/sales/tables/unnamed", Reply.ok("{\"config\":{}}"));
    Map<String, String> dry = skipped("--dry-run");
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("shop/sales/outside", "LOCATION_NOT_ALLOWED");
    expected.put("shop/sales/moved", "LOCATION_NOT_ALLOWED");
    expected.put("shop/sales/hostile", "LOCATION_REFUSED");
    expected.put("shop/sales/inside", "LOCATION_OVERLAPS");
    expected.put("shop/sales/future", "UNKNOWN_FORMAT");
    expected.put("shop/sales/cut", "METADATA_UNREADABLE");
    expected.put("shop/sales/missing", "METADATA_UNREADABLE");
    expected.put("shop/sales/unnamed", "NO_METADATA_FILE");
    expected.put("shop/sales/..", "NAME_REFUSED");
    assertEquals(expected, skipped("--parallel", "1"));
    assertEquals(1, cli.json("table", "list", "shop/sales").path("tables").size());
    // What is not there yet overlaps nothing.
    expected.remove("shop/sales/inside");
    dry.remove("shop/sales/inside");
    assertEquals(expected, dry);
  }

  @Test
  void whatTheSourceDoesNotShowIsNamed() {
    source.tables(
        SourceStub.ordered(
            "good", table(files.resolve("good")), "gone", "-", "bad", "-", "no", "-"));
    source.reply(
        "/v1/namespaces/sales/tables/gone", Reply.error(404, "NoSuchTableException", "gone"));
    source.reply("/v1/namespaces/sales/tables/bad", Reply.ok("<html>Bad gateway</html>"));
    source.reply("/v1/namespaces/sales/tables/no", Reply.error(403, "ForbiddenException", "no"));
    source.reply(
        "/v1/namespaces",
        exchange ->
            // A catalog of one level knows no parents, and has the same names everywhere.
            Reply.ok("{\"namespaces\":[[\"sales\"],[\"secret\"],[\"was here\"],[\"..\"]]}"));
    source.reply("/v1/namespaces/secret", Reply.error(403, "ForbiddenException", "not yours"));
    source.reply("/v1/namespaces/sales/views", Reply.error(500, "Exception", "no views today"));
    Map<String, String> skipped = skipped();
    assertEquals(
        Map.of(
            "shop/sales/gone", "GONE",
            "shop/sales/bad", "SOURCE_REFUSED",
            "shop/sales/no", "SOURCE_REFUSED",
            "shop/sales", "SOURCE_REFUSED",
            "shop/secret", "SOURCE_REFUSED",
            "shop/was here", "GONE",
            "shop/..", "NAME_REFUSED"),
        skipped);
    assertEquals(1, cli.json("table", "list", "shop/sales").path("tables").size());
  }

  @Test
  void aSourceThatAnswersNonsenseFailsInOneSentence() {
    List<String> bodies =
        List.of(
            "", "<html>", "null", "[]", "{\"namespaces\":7}", "{\"namespaces\":[7]}", "{", "\0");
    for (String path : List.of("/v1/config", "/v1/namespaces")) {
      for (String body : bodies) {
        source.reply(path, Reply.ok(body));
        Cli.Result result = migrate();
        // Iceberg's client takes what has no known property for an empty configuration.
        boolean isConfiguration =
            path.equals("/v1/config") && (body.contains("namespaces") || body.equals("[]"));
        assertTrue(
            result.code() == ExitCode.FAILED.number() || isConfiguration,
            () -> path + " " + body + ": " + result);
        if (!isConfiguration) {
          assertEquals(1, result.err().lines().count(), result.err());
          assertTrue(result.err().contains(source.uri()), result.err());
          assertFalse(result.err().contains("should not"), result.err());
        }
      }
      source.reply(path, Reply.ok("{\"defaults\":{},\"overrides\":{},\"namespaces\":[]}"));
    }
    source.reply(
        "/v1/namespaces", Reply.ok("{\"namespaces\":[],\"next-page-token\":\"once more\"}"));
    assertTrue(migrate().err().contains("again and again"));
  }

  @Test
  void secretsAreInNoMessage() throws IOException {
    Path properties = directory.resolve("old.properties");
    Files.writeString(properties, "token=%s\n".formatted(SECRET));
    String[] secretly = {"--from-properties", properties.toString(), "--verbose"};
    // A source that repeats what it got, in an error and as a reason.
    source.reply(
        "/v1/config",
        exchange ->
            Reply.error(
                401,
                "NotAuthorizedException",
                "you sent " + exchange.getRequestHeaders().getFirst("Authorization")));
    Cli.Result refused = migrate(secretly);
    assertEquals(ExitCode.FAILED.number(), refused.code(), refused::toString);
    assertTrue(refused.err().contains("you sent Bearer ***"), refused.err());
    assertFalse(refused.toString().contains(SECRET), refused::toString);
    Cli.Result onCommandLine =
        migrate("--verbose", "--json", "--from-property", "credential=me:" + SECRET);
    assertFalse(onCommandLine.toString().contains(SECRET), onCommandLine::toString);
    source.reply("/v1/config", Reply.ok("{\"defaults\":{},\"overrides\":{}}"));
    source.tables(SourceStub.ordered("orders", "-"));
    source.reply(
        "/v1/namespaces/sales/tables/orders",
        exchange ->
            Reply.error(
                500, "E", "" + exchange.getRequestHeaders().getFirst("Authorization") + SECRET));
    Cli.Result skipped = migrate(secretly);
    assertEquals(ExitCode.INCOMPLETE.number(), skipped.code(), skipped::toString);
    assertFalse(skipped.toString().contains(SECRET), skipped::toString);
    Cli.Result inAddress =
        cli.run("migrate", "--from", "http://me:%s@host".formatted(SECRET), "--to", "shop", "-v");
    assertEquals(ExitCode.USAGE.number(), inAddress.code(), inAddress::toString);
    assertFalse(inAddress.toString().contains(SECRET), inAddress::toString);
  }

  @Test
  void badArgumentsAreNamed() {
    assertTrue(
        cli.fails(ExitCode.NOT_FOUND, "migrate", "--from", source.uri(), "--to", "nope")
            .contains("cairn warehouse list"));
    for (String uri : List.of("localhost:8181", "ftp://x", "http://", "http://x?y=1", "a b")) {
      assertTrue(
          cli.fails(ExitCode.USAGE, "migrate", "--from", uri, "--to", "shop").contains("--from"));
    }
    String from = source.uri();
    assertTrue(
        cli.fails(ExitCode.USAGE, "migrate", "--from", from, "--to", "shop", "--parallel", "0")
            .contains("--parallel"));
    assertTrue(
        cli.fails(
                ExitCode.USAGE,
                "migrate",
                "--from",
                from,
                "--to",
                "shop",
                "--from-property",
                "rest-page-size=0")
            .contains("rest-page-size"));
    assertTrue(
        cli.fails(
                ExitCode.NOT_FOUND,
                "migrate",
                "--from",
                from,
                "--to",
                "shop",
                "--from-properties",
                "no-such-file")
            .contains("no-such-file"));
  }

  /** Tables {@code t0} to {@code t39}. */
  private Map<String, String> many() {
    Map<String, String> tables = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      tables.put("t" + i, table(files.resolve("t" + i)));
    }
    return tables;
  }

  @Test
  void aRunThatIsKilledLosesNothingAndTheNextOneGoesOn() throws Exception {
    source.tables(many());
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    source.observe(
        path -> {
          if (path.endsWith("/t25")) {
            reached.countDown();
            awaitQuietly(never);
          }
        });
    List<String> words = arguments("--parallel", "1");
    words.addAll(0, List.of("-b", "rocksdb", "-D", "cairn.rocksdb.path=" + cli.store()));
    try (ChildProcess child = ChildProcess.tool(directory, words.toArray(String[]::new))) {
      while (!reached.await(1, TimeUnit.SECONDS)) {
        child.checkRunning();
      }
    }
    source.observe(path -> {});
    assertEquals(25, cli.json("table", "list", "shop/sales").path("tables").size());
    Cli.Result result = migrate("--json");
    assertEquals(0, result.code(), result::toString);
    assertEquals(25, result.json().at("/contents/1/present").asInt(), result::toString);
    assertEquals(15, result.json().at("/contents/1/registered").asInt(), result::toString);
    assertEquals(40, cli.json("table", "list", "shop/sales").path("tables").size());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aSourceThatGoesAwayInTheMiddleIsUnavailableAndTheNextRunGoesOn() {
    Map<String, String> tables = many();
    source.tables(tables);
    AtomicInteger loads = new AtomicInteger();
    source.observe(
        path -> {
          if (path.contains("/tables/") && loads.incrementAndGet() > 10) {
            throw new IllegalStateException("the connection ends without an answer");
          }
        });
    Cli.Result result = migrate("--parallel", "4");
    assertEquals(ExitCode.UNAVAILABLE.number(), result.code(), result::toString);
    assertTrue(result.err().contains("continues"), result.err());
    source.observe(path -> {});
    assertEquals(10, cli.json("table", "list", "shop/sales").path("tables").size());
    assertEquals(0, migrate("--parallel", "4").code());
    assertEquals(40, cli.json("table", "list", "shop/sales").path("tables").size());
  }
}
