package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process in whose locale numbers are written in other digits than those of ASCII. */
class DigitsTest {
  private final Locale before = Locale.getDefault();

  @TempDir Path directory;

  @BeforeEach
  void moveToEgypt() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    assertEquals("\u0661", String.format("%d", 1), "such a locale is of no use here");
  }

  @AfterEach
  void comeBack() {
    Locale.setDefault(before);
  }

  private Cli sql() {
    return new Cli(directory.resolve("none"))
        .without("CAIRN_ROCKSDB_PATH")
        .without("CAIRN_ROCKSDB_DURABILITY")
        .with("CAIRN_BACKEND", "jdbc")
        .with("CAIRN_JDBC_URL", "jdbc:h2:file:" + directory.resolve("database"));
  }

  @Test
  void everyHeadThatIsPrintedIsReadElsewhereAndBack() {
    for (Cli cli : List.of(new Cli(directory.resolve("store")), sql())) {
      Samples.create(cli);
      Samples.commitAll(cli, List.of("eu/orders", "eu/lines"));
      JsonNode commits = cli.json("ref", "log", Samples.CATALOG).path("commits");
      String head = commits.get(1).path("head").asText();
      assertTrue(head.matches("[0-9]+-[0-9a-f]{16}"), head);
      Locale.setDefault(Locale.ENGLISH);
      assertEquals(1, cli.json("ls", Samples.CATALOG, "--at", head).path("keys").size());
      Locale.setDefault(Locale.forLanguageTag("hi-IN-u-nu-deva"));
      cli.ok("ref", "reset", Samples.CATALOG, "main", head, "--yes");
      assertEquals(1, cli.json("ls", Samples.CATALOG).path("keys").size());
      assertTrue(cli.ok("info").out().chars().allMatch(each -> each < 128));
      moveToEgypt();
    }
  }
}
