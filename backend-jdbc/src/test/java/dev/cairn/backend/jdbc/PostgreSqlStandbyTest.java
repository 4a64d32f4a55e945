package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.CasResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A PostgreSQL server of its own whose commits wait for a standby. */
class PostgreSqlStandbyTest {
  private static final String CANCEL =
      "SELECT count(*) FILTER (WHERE pg_cancel_backend(pid)) FROM pg_stat_activity"
          + " WHERE wait_event = 'SyncRep'";

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
      BackendUnavailableException e =
          assertThrows(BackendUnavailableException.class, () -> database(server).open().close());
      assertTrue(e.getMessage().contains("fsync=on"), e::getMessage);
    }
  }

  private static TestDatabase database(PostgreSqlProcess server) {
    return TestDatabase.of(server.url(), Optional.empty(), Optional.empty());
  }
}
