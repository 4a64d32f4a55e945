package dev.cairn.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Flink's users do in SQL. */
class FlinkSqlTest {
  @TempDir private static Path directory;
  private static CairnServer server;
  private static SqlEngine flink;

  @BeforeAll
  static void start() {
    server = new CairnServer(directory.resolve("server"));
    flink = SqlEngine.flink(server);
  }

  @AfterAll
  static void stop() {
    flink.close();
    server.close();
  }

  @Test
  void tablesAreCreatedWrittenReadChangedRenamedAndDropped() {
    flink.run(
        "CREATE DATABASE db",
        "CREATE TABLE db.t (id BIGINT, kind STRING, amount DECIMAL(10,2)) PARTITIONED BY (kind)",
        "INSERT INTO db.t VALUES (1, 'a', 1.5), (2, 'b', 2.5)",
        "INSERT INTO db.t VALUES (3, 'a', 3.5)");
    assertEquals(
        List.of("1|a|1.50", "2|b|2.50", "3|a|3.50"), flink.rows("SELECT * FROM db.t ORDER BY id"));
    assertEquals(
        List.of("a|5.00", "b|2.50"),
        flink.rows("SELECT kind, SUM(amount) FROM db.t GROUP BY kind ORDER BY kind"));
    flink.run("INSERT OVERWRITE db.t PARTITION (kind='a') SELECT CAST(9 AS BIGINT), 9.0");
    assertEquals(List.of("2|b|2.50", "9|a|9.00"), flink.rows("SELECT * FROM db.t ORDER BY id"));
    flink.run(
        "ALTER TABLE db.t SET ('a'='b')",
        "ALTER TABLE db.t ADD (note STRING)",
        "INSERT INTO db.t VALUES (10, 'c', 10, 'new')",
        "ALTER TABLE db.t RENAME TO renamed");
    assertEquals(
        List.of("2|null", "9|null", "10|new"),
        flink.rows("SELECT id, note FROM db.renamed ORDER BY id"));
    assertEquals(List.of("renamed"), flink.rows("SHOW TABLES FROM db"));
    flink.refuses("SELECT * FROM db.t", "not found");
    flink.run("DROP TABLE db.renamed", "DROP DATABASE db");
    flink.refuses("USE db", "db");
  }

  @Test
  void aSnapshotIsReadByItsIdAndByItsTag() {
    flink.run(
        "CREATE DATABASE travel",
        "CREATE TABLE travel.t (id INT)",
        "INSERT INTO travel.t VALUES (1)",
        "INSERT INTO travel.t VALUES (2)");
    List<String> snapshots =
        flink.rows("SELECT snapshot_id FROM travel.`t$snapshots` ORDER BY committed_at");
    assertEquals(2, snapshots.size());
    assertEquals(
        List.of("1"),
        flink.rows(
            "SELECT * FROM travel.t /*+ OPTIONS('snapshot-id'='" + snapshots.get(0) + "') */"));
    flink.run("INSERT INTO travel.t /*+ OPTIONS('branch'='audit') */ VALUES (3)");
    assertEquals(List.of("1", "2"), flink.rows("SELECT * FROM travel.t ORDER BY id"));
    assertEquals(
        List.of("1", "2", "3"),
        flink.rows("SELECT * FROM travel.t /*+ OPTIONS('branch'='audit') */ ORDER BY id"));
  }
}
