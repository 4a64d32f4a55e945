package dev.cairn.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark's users do in SQL. */
class SparkSqlTest {
  @TempDir private static Path directory;
  private static CairnServer server;
  private static SqlEngine spark;

  @BeforeAll
  static void start() {
    server = new CairnServer(directory.resolve("server"));
    spark = SqlEngine.spark(server, directory);
  }

  @AfterAll
  static void stop() {
    spark.close();
    server.close();
  }

  private static List<String> all(String table) {
    return spark.rows("SELECT * FROM " + table + " ORDER BY 1, 2");
  }

  private static List<String> snapshots(String table) {
    return spark.rows("SELECT snapshot_id FROM " + table + ".snapshots ORDER BY committed_at");
  }

  /** What a new user pastes first. */
  @Test
  void theSessionOfTheReadmeRuns() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    String session = readme.substring(readme.indexOf("```sql\n") + 7).split("```", 2)[0];
    List<String> statements =
        Arrays.stream(session.replaceAll("(?m)^--.*$", "").split(";", -1))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .toList();
    assertEquals("DROP TABLE cairn.sales.orders", statements.get(statements.size() - 1));
    for (String each : statements) {
      if (each.startsWith("DROP")) {
        assertEquals(List.of("1|tent", "2|rope"), all("cairn.sales.orders"));
      }
      spark.run(each);
    }
    spark.refuses("SELECT * FROM cairn.sales.orders", "TABLE_OR_VIEW_NOT_FOUND");
    spark.run("DROP NAMESPACE cairn.sales");
  }

  @Test
  void namespacesAndTablesAreCreatedListedRenamedAndDropped() {
    spark.run(
        "CREATE NAMESPACE ddl WITH PROPERTIES ('team'='tests')",
        "CREATE NAMESPACE ddl.inner",
        "ALTER NAMESPACE ddl SET PROPERTIES ('purpose'='ddl')",
        """
        CREATE TABLE ddl.t (id BIGINT NOT NULL, day DATE, text STRING COMMENT 'a comment')
        PARTITIONED BY (days(day), bucket(4, id)) TBLPROPERTIES ('a'='b')
        """,
        "CREATE TABLE ddl.inner.t (id INT)");
    assertEquals(List.of("ddl.inner"), spark.rows("SHOW NAMESPACES IN ddl"));
    assertEquals(List.of("ddl|t|false"), spark.rows("SHOW TABLES IN ddl"));
    assertTrue(
        spark.rows("DESCRIBE NAMESPACE EXTENDED ddl").toString().contains("(purpose,ddl)"),
        () -> "" + spark.rows("DESCRIBE NAMESPACE EXTENDED ddl"));
    spark.refuses("CREATE TABLE ddl.t (id INT)", "TABLE_OR_VIEW_ALREADY");
    spark.refuses("CREATE NAMESPACE ddl", "SCHEMA_ALREADY_EXISTS");
    spark.refuses("DROP NAMESPACE ddl", "Namespace is not empty");
    spark.run(
        "INSERT INTO ddl.t VALUES (1, DATE '2026-11-18', 'one')",
        "ALTER TABLE ddl.t RENAME TO ddl.inner.renamed",
        "DROP TABLE ddl.inner.t");
    assertEquals(List.of("1|2026-11-18|one"), all("ddl.inner.renamed"));
    spark.refuses("SELECT * FROM ddl.t", "TABLE_OR_VIEW_NOT_FOUND");
    spark.run(
        "DROP TABLE ddl.inner.renamed PURGE", "DROP NAMESPACE ddl.inner", "DROP NAMESPACE ddl");
    spark.refuses("SHOW TABLES IN ddl", "Namespace does not exist: ddl");
    spark.refuses("DROP NAMESPACE ddl", "SCHEMA_NOT_FOUND");
  }

  @Test
  void namesHaveDotsSlashesPercentSignsAndLettersOfAllKinds() {
    spark.run("CREATE NAMESPACE `größe.1/2`");
    String table = "`größe.1/2`.`100% \u00fc/表?&=#`";
    spark.run("CREATE TABLE " + table + " (id INT)", "INSERT INTO " + table + " VALUES (7), (8)");
    assertEquals(List.of("7", "8"), spark.rows("SELECT id FROM " + table + " ORDER BY 1"));
    assertEquals(
        List.of("100% \u00fc/表?&=#"),
        spark.rows("SHOW TABLES IN `größe.1/2`").stream()
            .map(row -> row.split("\\|", -1)[1])
            .toList());
    spark.run("DROP TABLE " + table, "DROP NAMESPACE `größe.1/2`");
  }

  @Test
  void rowsAreInsertedOverwrittenUpdatedDeletedAndMerged() {
    for (String properties :
        List.of(
            "'format-version'='2'",
            "'format-version'='3', 'write.delete.mode'='merge-on-read',"
                + " 'write.update.mode'='merge-on-read', 'write.merge.mode'='merge-on-read'")) {
      spark.run(
          "CREATE NAMESPACE IF NOT EXISTS rows",
          "CREATE TABLE rows.t (id INT, kind STRING, amount BIGINT) PARTITIONED BY (kind)"
              + " TBLPROPERTIES ("
              + properties
              + ")",
          "INSERT INTO rows.t VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 30), (4, 'b', 40)",
          "UPDATE rows.t SET amount = amount + 1 WHERE id = 1",
          "DELETE FROM rows.t WHERE id = 4",
          """
          MERGE INTO rows.t AS t
          USING (SELECT * FROM VALUES (2, 'a', 200), (3, 'b', 0), (5, 'c', 50) AS s(id, kind, amount)) AS s
          ON t.id = s.id
          WHEN MATCHED AND s.amount = 0 THEN DELETE
          WHEN MATCHED THEN UPDATE SET amount = s.amount
          WHEN NOT MATCHED THEN INSERT *
          """);
      assertEquals(List.of("1|a|11", "2|a|200", "5|c|50"), all("rows.t"));
      assertEquals(4, snapshots("rows.t").size());
      spark.run(
          "INSERT OVERWRITE rows.t VALUES (6, 'a', 60)",
          "CREATE TABLE rows.copied USING iceberg AS SELECT id, amount FROM rows.t",
          "CREATE OR REPLACE TABLE rows.copied USING iceberg AS"
              + " SELECT id, amount * 2 AS twice FROM rows.t");
      assertEquals(List.of("6|120"), all("rows.copied"));
      spark.run("DROP TABLE rows.t", "DROP TABLE rows.copied");
    }
  }

  @Test
  void columnsPartitionsAndPropertiesChangeAndOldRowsStayReadable() {
    spark.run(
        "CREATE NAMESPACE evolving",
        "CREATE TABLE evolving.t (id INT, name STRING, price DECIMAL(5,2))",
        "INSERT INTO evolving.t VALUES (1, 'one', 1.50)",
        "ALTER TABLE evolving.t ADD COLUMNS (note STRING AFTER id, place STRUCT<x: INT, y: INT>)",
        "ALTER TABLE evolving.t ALTER COLUMN id TYPE BIGINT",
        "ALTER TABLE evolving.t ALTER COLUMN price TYPE DECIMAL(9,2)",
        "ALTER TABLE evolving.t RENAME COLUMN name TO title",
        "ALTER TABLE evolving.t ADD COLUMN place.z INT",
        "ALTER TABLE evolving.t ADD PARTITION FIELD truncate(2, title)",
        "ALTER TABLE evolving.t WRITE ORDERED BY id DESC",
        "ALTER TABLE evolving.t SET TBLPROPERTIES ('kept'='yes', 'removed'='no')",
        "ALTER TABLE evolving.t UNSET TBLPROPERTIES ('removed')",
        "INSERT INTO evolving.t VALUES"
            + " (5000000000, 'n', 'two', 1234567.25, named_struct('x', 1, 'y', 2, 'z', 3))");
    assertEquals(
        List.of("1|null|one|1.50|null", "5000000000|n|two|1234567.25|[1,2,3]"), all("evolving.t"));
    spark.run(
        "ALTER TABLE evolving.t DROP COLUMN note",
        "ALTER TABLE evolving.t REPLACE PARTITION FIELD title_trunc_2 WITH bucket(8, id)",
        "INSERT INTO evolving.t VALUES (3, 'three', 3, null)");
    assertEquals(
        List.of("1|one|1.50|null", "3|three|3.00|null", "5000000000|two|1234567.25|[1,2,3]"),
        all("evolving.t"));
    List<String> properties = spark.rows("SHOW TBLPROPERTIES evolving.t");
    assertTrue(properties.contains("kept|yes"), properties::toString);
    assertFalse(properties.contains("removed|no"), properties::toString);
  }

  @Test
  void branchesAndTagsAreWrittenReadPublishedAndDropped() {
    spark.run(
        "CREATE NAMESPACE refs",
        "CREATE TABLE refs.t (id INT)",
        "INSERT INTO refs.t VALUES (1)",
        "ALTER TABLE refs.t CREATE TAG first RETAIN 30 DAYS",
        "ALTER TABLE refs.t CREATE BRANCH audit",
        "INSERT INTO refs.t.branch_audit VALUES (2)",
        "INSERT INTO refs.t.branch_audit VALUES (3)");
    assertEquals(List.of("1"), spark.rows("SELECT id FROM refs.t"));
    assertEquals(
        List.of("1", "2", "3"),
        spark.rows("SELECT id FROM refs.t VERSION AS OF 'audit' ORDER BY id"));
    spark.run("CALL cairn.system.fast_forward('refs.t', 'main', 'audit')");
    assertEquals(List.of("1", "2", "3"), spark.rows("SELECT id FROM refs.t ORDER BY id"));
    assertEquals(List.of("1"), spark.rows("SELECT id FROM refs.t VERSION AS OF 'first'"));
    assertEquals(
        List.of("audit|BRANCH", "first|TAG", "main|BRANCH"),
        spark.rows("SELECT name, type FROM refs.t.refs ORDER BY name"));
    spark.run("ALTER TABLE refs.t DROP BRANCH audit", "ALTER TABLE refs.t DROP TAG first");
    assertEquals(List.of("main"), spark.rows("SELECT name FROM refs.t.refs"));
  }

  @Test
  void olderStatesAreReadAndRolledBackTo() {
    spark.run(
        "CREATE NAMESPACE travel",
        "CREATE TABLE travel.t (id INT)",
        "INSERT INTO travel.t VALUES (1)",
        "INSERT INTO travel.t VALUES (2)",
        "DELETE FROM travel.t WHERE id = 1");
    List<String> snapshots = snapshots("travel.t");
    assertEquals(3, snapshots.size());
    String second = snapshots.get(1);
    assertEquals(
        List.of("1", "2"),
        spark.rows("SELECT id FROM travel.t VERSION AS OF " + second + " ORDER BY id"));
    String time =
        spark.row("SELECT committed_at FROM travel.t.snapshots WHERE snapshot_id = " + second);
    assertEquals(
        List.of("1", "2"),
        spark.rows("SELECT id FROM travel.t TIMESTAMP AS OF '" + time + "' ORDER BY id"));
    spark.run("CALL cairn.system.rollback_to_snapshot('travel.t', " + second + ")");
    assertEquals(List.of("1", "2"), spark.rows("SELECT id FROM travel.t ORDER BY id"));
    spark.run(
        """
        CALL cairn.system.create_changelog_view(table => 'travel.t', changelog_view => 'changes',
          options => map('start-snapshot-id', '%s', 'end-snapshot-id', '%s'))
        """
            .formatted(snapshots.get(0), second));
    assertEquals(List.of("2|INSERT"), spark.rows("SELECT id, _change_type FROM changes"));
  }

  @Test
  void viewsAreCreatedReplacedRenamedAndDropped() {
    spark.run(
        "CREATE NAMESPACE viewed",
        "CREATE TABLE viewed.t (id INT, amount INT)",
        "INSERT INTO viewed.t VALUES (1, 10), (2, 20)",
        "CREATE VIEW viewed.v (id COMMENT 'the id', twice) COMMENT 'doubled' AS"
            + " SELECT id, amount * 2 FROM viewed.t");
    assertEquals(List.of("1|20", "2|40"), all("viewed.v"));
    spark.refuses("CREATE VIEW viewed.v AS SELECT 1", "ALREADY_EXISTS");
    spark.refuses("CREATE TABLE viewed.v (id INT)", "ALREADY_EXISTS");
    spark.run(
        "CREATE OR REPLACE VIEW viewed.v AS SELECT id FROM viewed.t WHERE amount > 10",
        "ALTER VIEW viewed.v SET TBLPROPERTIES ('a'='b')");
    assertEquals(List.of("2"), spark.rows("SELECT * FROM viewed.v"));
    spark.run("ALTER VIEW viewed.v RENAME TO viewed.w");
    assertEquals(List.of("viewed|w|false"), spark.rows("SHOW VIEWS IN viewed"));
    assertEquals(List.of("2"), spark.rows("SELECT * FROM viewed.w"));
    spark.run("DROP VIEW viewed.w");
    assertEquals(List.of(), spark.rows("SHOW VIEWS IN viewed"));
  }

  @Test
  void maintenanceRewritesFilesAndExpiresSnapshots() throws Exception {
    spark.run("CREATE NAMESPACE kept", "CREATE TABLE kept.t (id INT)");
    for (int i = 0; i < 5; i++) {
      spark.run("INSERT INTO kept.t VALUES (" + i + ")");
    }
    List<String> lists =
        spark.rows("SELECT manifest_list FROM kept.t.snapshots ORDER BY committed_at");
    assertEquals("5", spark.row("SELECT count(*) FROM kept.t.files"));
    spark.run(
        "CALL cairn.system.rewrite_data_files(table => 'kept.t',"
            + " options => map('rewrite-all', 'true'))",
        "CALL cairn.system.rewrite_manifests('kept.t')");
    assertEquals("1", spark.row("SELECT count(*) FROM kept.t.files"));
    String now = spark.row("SELECT current_timestamp()");
    String expired =
        spark.row(
            "CALL cairn.system.expire_snapshots(table => 'kept.t', older_than => TIMESTAMP '"
                + now
                + "', retain_last => 1)");
    assertTrue(expired.startsWith("5|"), expired);
    assertEquals(1, snapshots("kept.t").size());
    assertEquals(List.of("0", "1", "2", "3", "4"), spark.rows("SELECT id FROM kept.t ORDER BY id"));
    for (String list : lists) {
      assertFalse(Files.exists(Path.of(URI.create(list).getPath())), list);
    }
    assertEquals(
        List.of(),
        spark.rows("CALL cairn.system.remove_orphan_files(table => 'kept.t', dry_run => true)"));
  }

  /** As users migrate from a catalog that is a directory. */
  @Test
  void aTableOfAnotherCatalogIsRegisteredAndWritten() {
    spark.run(
        "CREATE TABLE elsewhere.moved.t (id INT)", "INSERT INTO elsewhere.moved.t VALUES (1), (2)");
    String file =
        spark.row(
            "SELECT file FROM elsewhere.moved.t.metadata_log_entries"
                + " ORDER BY timestamp DESC LIMIT 1");
    spark.run(
        "CREATE NAMESPACE registered",
        "CALL cairn.system.register_table(table => 'registered.t', metadata_file => '%s')"
            .formatted(file),
        "INSERT INTO registered.t VALUES (3)");
    assertEquals(List.of("1", "2", "3"), spark.rows("SELECT id FROM registered.t ORDER BY id"));
    spark.refuses(
        "CALL cairn.system.register_table(table => 'registered.u', metadata_file => '%s')"
            .formatted(file),
        "overlaps");
  }

  @Test
  void aDroppedTableIsCreatedAgainWithoutItsOldRows() {
    spark.run(
        "CREATE NAMESPACE again",
        "CREATE TABLE again.t (id INT)",
        "INSERT INTO again.t VALUES (1)",
        "DROP TABLE again.t",
        "CREATE TABLE again.t (id INT)",
        "INSERT INTO again.t VALUES (2)");
    assertEquals(List.of("2"), spark.rows("SELECT id FROM again.t"));
  }
}
