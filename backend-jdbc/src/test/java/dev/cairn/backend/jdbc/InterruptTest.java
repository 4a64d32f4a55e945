package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Why the backend says that it can be interrupted: callers that wait for a connection give up. */
class InterruptTest {
  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void interruptedCallerThatWaitsForAConnectionDidNothing() throws SQLException {
    TestDatabase database = TestServers.postgreSql(run).database().withPoolSize(1);
    Write write = Write.of(Write.Kind.SWAP, "interrupted");
    ReferenceRow row = Rows.reference("interrupted");
    try (JdbcBackend backend = database.ready();
        Connection other = database.connect();
        Statement statement = other.createStatement()) {
      assertTrue(backend.isInterruptible());
      write.prepare().accept(backend);
      Rows.applied(backend.insertReference(row));
      other.setAutoCommit(false);
      statement.execute("SELECT * FROM cairn_references FOR UPDATE");
      CompletableFuture<CasResult<ReferenceRow>> waits =
          CompletableFuture.supplyAsync(
              () -> backend.swapReference(row.token(), row.fence(Rows.token())));
      while (backend.statistics().get("connections.active") < 1) {
        Thread.onSpinWait();
      }
      Thread.currentThread().interrupt();
      assertThrows(BackendUnavailableException.class, () -> write.call().apply(backend));
      boolean unused = Thread.interrupted();
      other.rollback();
      assertEquals(CasResult.applied(), waits.join());
      assertFalse(write.isDone().test(backend));
    }
  }
}
