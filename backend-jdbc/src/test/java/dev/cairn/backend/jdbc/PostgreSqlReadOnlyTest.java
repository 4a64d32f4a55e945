package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A PostgreSQL server of its own that takes no writes for a time. */
class PostgreSqlReadOnlyTest {
  private final PostgreSqlProcess server = PostgreSqlProcess.start();
  private final TestDatabase database =
      TestDatabase.of(server.url(), Optional.empty(), Optional.empty());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void serverThatBecomesReadOnlyDoesNothingAndIsUsedAgainWhenItTakesWrites() {
    Write write = Write.of(Write.Kind.INSERT_REFERENCE, "read-only");
    try (JdbcBackend backend =
        database
            .withPoolSize(1)
            .withTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(10))
            .ready()) {
      database.execute("ALTER SYSTEM SET default_transaction_read_only = on");
      reload();
      awaitReadOnly(backend, write);
      assertFalse(backend.health().healthy(), "its connection was closed, and no other is allowed");
      database.execute(
          "SET default_transaction_read_only = off",
          "ALTER SYSTEM RESET default_transaction_read_only");
      reload();
      AcknowledgedCommits.awaitHealth(backend);
      assertFalse(write.isDone().test(backend));
      assertEquals(CasResult.applied(), write.call().apply(backend));
    }
  }

  private void reload() {
    database.execute("SELECT pg_reload_conf()");
  }

  // Sessions read their configuration again some time after the reload.
  private static void awaitReadOnly(JdbcBackend backend, Write write) {
    while (backend.health().healthy()) {
      Write other = Write.of(Write.Kind.INSERT_REFERENCE, "probe-" + Rows.token());
      try {
        var unused = other.call().apply(backend);
      } catch (BackendUnavailableException e) {
        break;
      }
    }
    assertThrows(BackendUnavailableException.class, () -> write.call().apply(backend));
  }
}
