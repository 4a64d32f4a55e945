package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.store.Store;
import dev.cairn.cli.sample.SampleTable;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ls} and {@code get}. */
class LookCommandsTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void commit() {
    Samples.create(cli());
    Samples.commitAll(cli(), List.of("eu/lines eu/orders us/orders", "us/50%"));
  }

  private static List<String> keys(JsonNode listing) {
    List<String> keys = new ArrayList<>();
    listing.path("keys").forEach(each -> keys.add(each.path("key").asText()));
    return keys;
  }

  private List<String> keys(String... options) {
    List<String> arguments = new ArrayList<>(List.of("ls", Samples.CATALOG));
    Collections.addAll(arguments, options);
    return keys(cli().json(arguments.toArray(new String[0])));
  }

  @Test
  void aLevelHasTheKeysThatTheApiListsForIt() {
    List<String> expected = new ArrayList<>();
    try (Cairn cairn = cli().open();
        Store store = cairn.catalogs().open("acme", "sales")) {
      var unused =
          store.commit(
              "main",
              workspace -> {
                var tables = workspace.index(SampleTable.INDEX);
                ObjectRef table = tables.get(Key.of("eu", "orders")).orElseThrow();
                tables.put(Key.of("eu"), table);
                tables.put(Key.of("eu", "orders", "2026", "q1"), table);
                tables.put(Key.of("eu", "orders", "2026", "q2"), table);
                return table;
              });
      for (int level = 1; level <= 4; level++) {
        store
            .current("main")
            .pageOfLevel(SampleTable.INDEX, IndexRange.all(), level, PageRequest.first(100))
            .items()
            .forEach(item -> expected.add(String.join("/", elements(item.key()))));
      }
    }
    List<String> found = new ArrayList<>();
    for (int level = 1; level <= 4; level++) {
      found.addAll(keys("--level", "" + level));
    }
    assertEquals(expected, found);
    List<String> onePerPage = new ArrayList<>();
    JsonNode page = cli().json("ls", Samples.CATALOG, "--level", "2", "-n", "1");
    onePerPage.addAll(keys(page));
    while (!page.path("next").isNull()) {
      String after = page.path("next").asText();
      page = cli().json("ls", Samples.CATALOG, "--level", "2", "-n", "1", "--after", after);
      onePerPage.addAll(keys(page));
    }
    assertEquals(keys("--level", "2"), onePerPage);
    JsonNode counts = cli().json("ls", Samples.CATALOG, "--level", "2").path("keys");
    assertEquals("[eu=1, eu/lines=1, eu/orders=3, us/50%25=1, us/orders=1]", counted(counts));
  }

  private static String counted(JsonNode keys) {
    List<String> counts = new ArrayList<>();
    keys.forEach(each -> counts.add(each.path("key").asText() + "=" + each.path("keys").asInt()));
    return counts.toString();
  }

  private static List<String> elements(Bytes key) {
    return Key.elements(key).stream().map(each -> each.toUtf8().replace("%", "%25")).toList();
  }

  @Test
  void keysAreListedInOrderByPrefixLevelAndPage() {
    assertEquals(List.of("eu/lines", "eu/orders", "us/50%25", "us/orders"), keys());
    assertEquals(List.of("us/50%25", "us/orders"), keys("--prefix", "us/"));
    assertEquals(List.of(), keys("--prefix", "u"), "a prefix is one of elements");
    assertEquals(List.of("eu", "us"), keys("--level", "1"));
    assertEquals(List.of("eu"), keys("--level", "1", "-n", "1"));
    assertEquals(List.of("us"), keys("--level", "1", "--after", "eu"));
    assertEquals(List.of("us/50%25"), keys("-n", "1", "--after", "eu/orders"));
    JsonNode first = cli().json("ls", Samples.CATALOG, "-n", "3");
    assertEquals("us/50%25", first.path("next").asText());
    assertEquals("tables", first.path("index").asText());
    assertTrue(cli().json("ls", Samples.CATALOG, "-n", "4").path("next").isNull());
    assertEquals(2, cli().json("ls", Samples.CATALOG, "--level", "1").at("/keys/1/keys").asInt());
    assertTrue(cli().ok("ls", Samples.CATALOG, "-n", "1").err().contains("--after"));
    cli().fails(ExitCode.USAGE, "ls", Samples.CATALOG, "--level", "0");
    cli().fails(ExitCode.NOT_FOUND, "ls", Samples.CATALOG, "--index", "none");
    cli().fails(ExitCode.NOT_FOUND, "ls", Samples.CATALOG, "--ref", "none");
    assertTrue(cli().fails(ExitCode.USAGE, "ls", "@cairn/system").contains("catalog-ids"));
  }

  @Test
  void earlierStatesAreListedByHeadOrTime() {
    JsonNode log = cli().json("ref", "log", Samples.CATALOG).path("commits");
    assertEquals(3, keys("--at", log.at("/1/head").asText()).size());
    assertEquals(3, keys("--at", log.at("/1/time").asText()).size());
    assertEquals(4, keys("--at", "PT0S").size());
    cli().fails(ExitCode.NOT_FOUND, "ls", Samples.CATALOG, "--at", "2026-01-01T00:00:00Z");
  }

  @Test
  void anObjectIsFoundByKeyAndByItsName() {
    JsonNode byKey = cli().json("get", Samples.CATALOG, "--key", "eu/orders");
    assertEquals("sample.table", byKey.path("type").asText());
    assertEquals("s3://warehouse/eu/orders", byKey.at("/value/location").asText());
    assertEquals(
        byKey.toString(), cli().ok("get", Samples.CATALOG, "--key", "eu/orders").json().toString());
    String name = "sample.table/" + byKey.path("id").asText();
    assertEquals(byKey, cli().json("get", Samples.CATALOG, name));
    cli().fails(ExitCode.NOT_FOUND, "get", Samples.CATALOG, "--key", "eu/none");
    cli().fails(ExitCode.NOT_FOUND, "get", Samples.CATALOG, "sample.table/0000000000000001");
    cli().fails(ExitCode.USAGE, "get", Samples.CATALOG);
    cli().fails(ExitCode.USAGE, "get", Samples.CATALOG, "sample.table");
    cli().fails(ExitCode.USAGE, "get", Samples.CATALOG, "sample.table/12");
    String id = cli().fails(ExitCode.USAGE, "get", Samples.CATALOG, "sample.table/zz");
    assertTrue(id.contains("sample.table/zz"), id);
    cli().fails(ExitCode.USAGE, "get", Samples.CATALOG, name, "--key", "eu/orders");
  }

  @Test
  void whatTheEngineKeepsIsShownToo() {
    String head = cli().json("ref", "show", Samples.CATALOG).path("head").asText();
    JsonNode shown = cli().json("get", Samples.CATALOG, "cairn.head/" + head);
    assertEquals(1, shown.at("/value/earlier").size());
    assertEquals("eu/lines", shown.at("/value/indexes/tables/entries/0/key").asText());
    assertEquals("commit us/50%", shown.at("/value/log/0/message").asText());
    JsonNode level =
        cli().json("get", "@cairn/system", "cairn.format", "--name", "cairn-format-level");
    assertEquals("cairn-format-level=2", level.path("value").asText());
    assertTrue(level.path("updateable").asBoolean());
    JsonNode lease = cli().json("lease", "list", "--all").at("/leases/0/node");
    JsonNode leaseRow =
        cli()
            .json("get", "@cairn/system", "cairn.node-lease/%016x".formatted(lease.asLong() << 12));
    assertTrue(leaseRow.at("/value/process").isTextual(), leaseRow::toString);
  }

  @Test
  void pagesChunksAndUnknownTypesAreShown() {
    Scope scope = new Scope("t", "c");
    String page;
    long large;
    try (Cairn cairn = cli().open();
        Store store = cairn.store(scope)) {
      store.createReference("main");
      for (int i = 0; i < 3; i++) {
        int from = 500 * i;
        store.commit(
            "main",
            workspace -> {
              var index = workspace.index("numbers", ValueSerializer.bytes());
              for (int each = from; each < from + 500; each++) {
                index.put(Key.of("n", "%05d".formatted(each)), Bytes.ofUtf8("value " + each));
              }
              return true;
            });
      }
      large = store.putAll(List.of(new SampleTable("x".repeat(900_000), List.of(), 1))).get(0).id();
    }
    String head = cli().json("ref", "show", "@t/c").path("head").asText();
    page =
        cli()
            .json("get", "@t/c", "cairn.head/" + head)
            .at("/value/indexes/numbers/pages/0/page")
            .asText();
    JsonNode shown = cli().json("get", "@t/c", page);
    assertTrue(shown.at("/value/pages").size() > 1 || shown.at("/value/entries").size() > 1, page);
    JsonNode whole = cli().json("get", "@t/c", "sample.table/%016x".formatted(large));
    assertEquals(3, whole.path("chunks").asInt());
    assertEquals(900_000, whole.at("/value/location").asText().length());
    String chunk = whole.at("/references/0").asText();
    assertTrue(cli().json("get", "@t/c", chunk).path("value").asText().startsWith("0x"));
    assertTrue(cli().json("ls", "@t/c", "-n", "1").at("/keys/0/value").asText().startsWith("0x"));
    cli().fails(ExitCode.NOT_FOUND, "get", "@t/c", "--key", "n/00001");
  }

  @Test
  void damageIsNotTakenForAbsence() {
    JsonNode found = cli().json("get", Samples.CATALOG, "--key", "eu/orders");
    ObjectKey key = Samples.key(found);
    try (Cairn cairn = cli().open()) {
      cairn.backend().write(List.of(ObjectRow.immutable(key, Bytes.ofUtf8("nonsense"), 1)));
    }
    String message = cli().fails(ExitCode.DAMAGED, "get", Samples.CATALOG, "--key", "eu/orders");
    assertFalse(message.contains("\tat "), message);
    assertTrue(message.contains(key.toString()), message);
  }
}
