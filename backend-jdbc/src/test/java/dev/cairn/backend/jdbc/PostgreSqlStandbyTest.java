package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** PostgreSQL servers of which one is, or should be, the synchronous standby of the other. */
class PostgreSqlStandbyTest {
  private static final String CANCEL =
      "SELECT count(*) FILTER (WHERE pg_cancel_backend(pid)) FROM pg_stat_activity"
          + " WHERE wait_event = 'SyncRep'";

  // A commit is acknowledged when both servers have it. The primary is killed, the standby
  // promoted.
  @Test
  void acknowledgedCommitsOutliveAFailoverToTheStandby() throws Exception {
    AcknowledgedCommits commits = new AcknowledgedCommits();
    try (PostgreSqlProcess primary = PostgreSqlProcess.start();
        PostgreSqlProcess standby = primary.startStandby()) {
      TestDatabase both = database(primary, standby);
      JdbcBackend backend = both.ready();
      try (Cairn cairn = Counting.open(backend)) {
        waitForStandby(database(primary));
        assertRefused(database(standby), "primary");
        Store store = cairn.store(Counting.scope("t"));
        var unused = store.createReference(Counting.REFERENCE);
        commits.runThrough(
            store,
            "failover",
            100,
            () -> {
              primary.kill();
              database(standby).execute("SELECT pg_promote()");
              AcknowledgedCommits.awaitHealth(backend);
            });
        commits.commit(store, "after");
      }
      commits.check(both);
      commits.check(database(standby));
    }
  }

  private static void waitForStandby(TestDatabase primary) throws SQLException {
    primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    primary.execute("SELECT pg_reload_conf()");
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement()) {
      boolean found = false;
      for (int i = 0; !found; i++) {
        assertTrue(i < 1_200, "no standby came");
        Waiter.system().await(Duration.ofMillis(100));
        try (ResultSet rows =
            statement.executeQuery("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")) {
          found = rows.next();
        }
      }
    }
  }

  // The write is committed here, and an operator ends its wait for the standby with
  // pg_cancel_backend: the server reports success and a warning, and a failover would lose it.
  @Test
  void commitWhoseWaitForAStandbyIsCancelledIsUnknown() throws Exception {
    Deque<Write> writes = new ArrayDeque<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    try (PostgreSqlProcess server = PostgreSqlProcess.start();
        JdbcBackend backend = database(server).ready();
        Connection operator = database(server).connect();
        Statement statement = operator.createStatement()) {
      statement.execute("ALTER SYSTEM SET synchronous_standby_names = 'absent'");
      statement.execute("SELECT pg_reload_conf()");
      CompletableFuture<CasResult<?>> last =
          CompletableFuture.supplyAsync(
              () -> {
                CasResult<?> result = CasResult.applied();
                // Writes from before the server reads its configuration do not wait.
                while (result.equals(CasResult.applied()) && !cancelled.get()) {
                  writes.add(Write.of(Write.Kind.INSERT_REFERENCE, "waits-" + Rows.token()));
                  result = writes.getLast().call().apply(backend);
                }
                return result;
              });
      while (!last.isDone()) {
        try (ResultSet row = statement.executeQuery(CANCEL)) {
          cancelled.compareAndSet(false, row.next() && row.getInt(1) > 0);
        }
        Waiter.system().await(Duration.ofMillis(20));
      }
      assertInstanceOf(CasResult.Unknown.class, last.get(1, TimeUnit.MINUTES));
      assertTrue(writes.getLast().isDone().test(backend));
    }
  }

  @Test
  void serverThatDoesNotSyncIsRefused() {
    try (PostgreSqlProcess server = PostgreSqlProcess.start(Map.of("fsync", "off"))) {
      assertRefused(database(server), "fsync=on");
    }
  }

  private static void assertRefused(TestDatabase database, String why) {
    BackendUnavailableException e =
        assertThrows(BackendUnavailableException.class, () -> database.open().close());
    assertTrue(e.getMessage().contains(why), e::getMessage);
  }

  /** One server, or several of which the driver takes the primary. */
  private static TestDatabase database(PostgreSqlProcess... servers) {
    String addresses =
        Stream.of(servers).map(PostgreSqlProcess::address).collect(Collectors.joining(","));
    // The driver remembers for so long which server was the primary.
    String url = "jdbc:postgresql://%s/postgres?user=postgres&hostRecheckSeconds=1";
    return TestDatabase.of(url.formatted(addresses), Optional.empty(), Optional.empty());
  }
}
