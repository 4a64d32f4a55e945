package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestRun;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection whose transaction did not end, or which may still be outside of autocommit, is not
 * used again: it would acknowledge the next write, which no statement ever commits.
 */
class ConnectionReuseTest {
  @RegisterExtension final TestRun run = new TestRun();

  private final ReferenceRow row = Rows.reference("reuse" + Rows.token());
  private final ReferenceRow moved = row.moveTo(7, EarlierHeads.none(), Rows.token());
  private FailingConnections connections;
  private JdbcBackend direct;
  private JdbcBackend backend;

  @BeforeEach
  void open() {
    TestDatabase database = TestServers.h2(run).fresh();
    direct = database.ready();
    Rows.applied(direct.insertReference(row));
    JdbcSettings settings = database.withPoolSize(1).settings();
    connections = FailingConnections.to(settings);
    backend = connections.open(settings);
  }

  @AfterEach
  void close() {
    backend.close();
    direct.close();
  }

  // Of no class for which HikariCP would close a connection by itself.
  private static SQLException broken() {
    return new SQLException("broken", "HY000");
  }

  private CasResult<ReferenceRow> writeAndSwap() {
    return backend.writeAndSwap(List.of(Rows.object(1, "row")), row.token(), moved);
  }

  /** The write after it is acknowledged, so others see it. */
  private void nextWriteIsCommitted() {
    connections.failNoMore();
    ReferenceRow next = Rows.reference("next" + Rows.token());
    Rows.applied(backend.insertReference(next));
    assertTrue(Rows.read(direct, next.key()).isPresent(), "acknowledged and not committed");
  }

  @Test
  void rollbackOfAConflictFailsAndTheNextWriteIsCommitted() {
    Rows.applied(direct.swapReference(row.token(), row.fence(Rows.token())));
    connections.fail("rollback", null, broken());
    assertInstanceOf(CasResult.Conflict.class, writeAndSwap());
    nextWriteIsCommitted();
  }

  @Test
  void rollbackOfAFailedStatementFailsAndTheNextWriteIsCommitted() {
    connections.fail("commit", null, new SQLException("deadlock", "40001"));
    assertThrows(BackendUnavailableException.class, this::writeAndSwap);
    connections.fail("rollback", null, broken());
    Rows.applied(direct.swapReference(row.token(), row.fence(Rows.token())));
    assertInstanceOf(CasResult.Conflict.class, writeAndSwap());
    nextWriteIsCommitted();
  }

  @Test
  void autocommitCannotBeTurnedOnAfterACommitWhichIsAppliedAndTheNextWriteIsCommitted() {
    connections.fail("setAutoCommit", true, broken());
    Rows.applied(writeAndSwap());
    assertEquals(moved, Rows.read(direct, row.key()).orElseThrow());
    nextWriteIsCommitted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "prepareStatement"})
  void callWithUnknownOutcomeIsTheLastOfItsConnection(String method) {
    assertTrue(backend.health().healthy());
    int opened = connections.opened();
    connections.fail(method, null, broken());
    assertInstanceOf(CasResult.Unknown.class, writeAndSwap());
    nextWriteIsCommitted();
    // The pool may have opened it before the next write asked for one.
    assertEquals(opened + 1, connections.opened());
  }

  @Test
  void callThatDiesInTheDriverIsTheLastOfItsConnection() {
    connections.fail("commit", null, new IllegalStateException("a bug of a driver"));
    assertThrows(IllegalStateException.class, this::writeAndSwap);
    nextWriteIsCommitted();
    assertFalse(Rows.read(direct, row.key()).orElseThrow().equals(moved));
  }

  @Test
  void refusedStatementKeepsItsConnection() {
    assertTrue(backend.health().healthy());
    int opened = connections.opened();
    connections.fail("commit", null, new SQLException("deadlock", "40001"));
    assertThrows(BackendUnavailableException.class, this::writeAndSwap);
    connections.failNoMore();
    Rows.applied(writeAndSwap());
    nextWriteIsCommitted();
    assertEquals(opened, connections.opened());
  }
}
