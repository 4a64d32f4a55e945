package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.TestRun;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Commits again and again, and looks at what that leaves of old versions. Every build has the short
 * form; for ten minutes: {@code mvn verify -pl backend-jdbc -am -Dtest=BloatSoakTest
 * -Djdbc.soak.minutes=10 -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class BloatSoakTest {
  private static final int COMMITS = 1_000;
  private static final long MINUTES = Long.getLong("jdbc.soak.minutes", 0);
  private static final int PAGE = 8_192;

  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void commitsToOneReferenceGrowNeitherItsTableNorItsIndex() throws SQLException {
    TestDatabase database = TestServers.postgreSql(run).fresh();
    JdbcBackend backend = database.ready();
    try (Cairn cairn = Counting.open(backend)) {
      Store store = cairn.store(Counting.scope("t"));
      var unused = store.createReference(Counting.REFERENCE);
      long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
      long commits = 0;
      do {
        for (int i = 0; i < COMMITS; i++) {
          Counting.commit(store, "same");
        }
        commits += COMMITS;
        check(database, commits);
      } while (System.nanoTime() < end);
    }
  }

  /**
   * Why a table gets further pages: as long as a snapshot is open, old versions stay, and when they
   * fill the page, the row moves to another one. Afterwards it stays where it is.
   */
  @Test
  void onlyASnapshotThatStaysOpenMovesTheRowToAnotherPage() throws SQLException {
    TestDatabase database = TestServers.postgreSql(run).fresh();
    JdbcBackend backend = database.ready();
    try (Cairn cairn = Counting.open(backend);
        Connection other = database.connect()) {
      Store store = cairn.store(Counting.scope("t"));
      var unused = store.createReference(Counting.REFERENCE);
      Counting.commit(store, "first");
      long before = pages(database);
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = other.createStatement()) {
        statement.executeQuery("SELECT count(*) FROM cairn_references").close();
        commit(store, 100);
      }
      long during = pages(database);
      other.rollback();
      // The first commits may still find the page full.
      commit(store, 100);
      long after = pages(database);
      commit(store, COMMITS);
      long end = pages(database);
      Details.print(
          "pages before, with and after an old snapshot: %d, %d, %d; after %d more commits: %d"
              .formatted(before, during, after, COMMITS, end));
      assertTrue(during > before, "versions that a snapshot may need fill pages");
      // Another snapshot of the server itself may come at any time.
      assertTrue(end <= after + 4, () -> "the row moved %d times".formatted(end - after));
    }
  }

  private static long pages(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_relation_size('cairn_references')")) {
      assertTrue(row.next());
      return row.getLong(1) / PAGE;
    }
  }

  private static void commit(Store store, int commits) {
    for (int i = 0; i < commits; i++) {
      Counting.commit(store, "same");
    }
  }

  private static void check(TestDatabase database, long commits) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT pg_relation_size('cairn_references'),"
                    + " pg_relation_size('cairn_references_pkey'),"
                    + " pg_stat_get_tuples_updated('cairn_references'::regclass),"
                    + " pg_stat_get_tuples_hot_updated('cairn_references'::regclass)")) {
      assertTrue(row.next());
      long table = row.getLong(1);
      long index = row.getLong(2);
      Details.print(
          "after %d commits: table %d bytes, index %d bytes, %d of %d updates within a page"
              .formatted(commits, table, index, row.getLong(4), row.getLong(3)));
      // A page or few for each of two references, whatever the number of commits.
      assertTrue(table <= 16 * PAGE, () -> "the table has " + table + " bytes");
      assertTrue(index <= 4 * PAGE, () -> "the index has " + index + " bytes");
    }
  }
}
