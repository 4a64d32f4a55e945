package dev.cairn.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines that write to one table at the same time. */
class ConcurrentWritersTest {
  private static final int COMMITS = 8;

  @TempDir private static Path directory;
  private static CairnServer server;
  private static SqlEngine spark;

  @BeforeAll
  static void start() {
    server = new CairnServer(directory.resolve("server"));
    spark = SqlEngine.spark(server, directory);
    spark.run("CREATE NAMESPACE shared");
  }

  @AfterAll
  static void stop() {
    spark.close();
    server.close();
  }

  @Test
  void twoSparksAppendAndUpdateAndNothingIsLostOrDoubled() throws Exception {
    try (SqlEngine other = SqlEngine.spark(server, directory)) {
      spark.run(
          "CREATE TABLE shared.two (writer INT, number INT)"
              + " TBLPROPERTIES ('commit.retry.num-retries'='100')",
          "CREATE TABLE shared.counter (count INT)",
          "INSERT INTO shared.counter VALUES (0)");
      int refused =
          together(
              () -> append(spark, "shared.two", 1) + increment(spark),
              () -> append(other, "shared.two", 2) + increment(other));
      assertEquals(written(1, 2), rows("shared.two"));
      assertEquals("" + 2 * COMMITS, spark.row("SELECT count(*) FROM shared.two.snapshots"));
      // Engines refuse an update if the file that it replaces is gone; they lose none.
      assertEquals("" + (2 * COMMITS - refused), spark.row("SELECT count FROM shared.counter"));
    }
  }

  @Test
  void sparkAndFlinkAppendToOneTable() throws Exception {
    try (SqlEngine flink = SqlEngine.flink(server)) {
      spark.run(
          "CREATE TABLE shared.engines (writer INT, number INT)"
              + " TBLPROPERTIES ('commit.retry.num-retries'='100')");
      int refused =
          together(
              () -> append(spark, "shared.engines", 1), () -> append(flink, "shared.engines", 2));
      assertEquals(0, refused);
      assertEquals(written(1, 2), rows("shared.engines"));
      assertEquals("" + 2 * COMMITS, spark.row("SELECT count(*) FROM shared.engines.snapshots"));
      assertEquals("" + 2 * COMMITS, flink.row("SELECT COUNT(*) FROM shared.engines"));
    }
  }

  /** The statements of one writer; says how many were refused. */
  private interface Writer {
    int write();
  }

  private static int append(SqlEngine engine, String table, int writer) {
    for (int i = 0; i < COMMITS; i++) {
      engine.run("INSERT INTO %s VALUES (%s, %s)".formatted(table, writer, i));
    }
    return 0;
  }

  private static int increment(SqlEngine engine) {
    int refused = 0;
    for (int i = 0; i < COMMITS; i++) {
      if (!engine.isApplied("UPDATE shared.counter SET count = count + 1")) {
        refused++;
      }
    }
    return refused;
  }

  private static int together(Writer... writers) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(writers.length);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (Writer each : writers) {
        running.add(threads.submit(each::write));
      }
      int refused = 0;
      for (Future<Integer> each : running) {
        refused += each.get();
      }
      return refused;
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<String> written(int... writers) {
    List<String> rows = new ArrayList<>();
    for (int writer : writers) {
      for (int i = 0; i < COMMITS; i++) {
        rows.add(writer + "|" + i);
      }
    }
    return rows;
  }

  private static List<String> rows(String table) {
    return spark.rows("SELECT writer, number FROM " + table + " ORDER BY 1, 2");
  }
}
