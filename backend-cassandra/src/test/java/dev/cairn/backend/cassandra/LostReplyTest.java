package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The driver's real behaviour when the network fails, and what callers get. */
class LostReplyTest {
  @RegisterExtension final TestRun run = new TestRun();

  /** Part of every request for its rows, so that traps recognize them. */
  private final Scope scope = CassandraRows.scope();

  private Backend direct;
  private TcpProxy proxy;
  private CqlSession session;
  private Backend behind;
  private Backend impatient;

  @BeforeEach
  void connect() {
    CassandraServer server = CassandraServer.of(run);
    direct = server.backend(server.settings());
    proxy = TcpProxy.to(server.node());
    TestSettings settings = server.settings().node(proxy.address());
    session = new Connector(settings.settings()).connect();
    behind = on(settings);
    warm();
    // For requests that never get a reply.
    impatient = on(settings.with(CassandraBackendFactory.REQUEST_TIMEOUT, "PT0.3S"));
  }

  private Backend on(TestSettings settings) {
    return CassandraBackend.on(session, settings.settings(), InstantSource.system());
  }

  // Each statement is prepared once per session, by requests that the traps ignore.
  private void warm() {
    Scope other = CassandraRows.scope();
    ReferenceRow row = CassandraRows.reference(other);
    CasResult<ReferenceRow> unused = behind.insertReference(row);
    ReferenceRow next = row.fence(CassandraRows.token());
    unused = behind.swapReference(row.token(), next);
    unused = behind.removeReference(row.key(), next.token());
    ObjectRow object = CassandraRows.updateable(other);
    CasResult<ObjectRow> unusedToo = behind.insert(object);
    ObjectRow swapped = CassandraRows.next(object);
    unusedToo = behind.swap(object.token().orElseThrow(), swapped);
    unusedToo = behind.deleteIf(object.key(), swapped.token().orElseThrow());
    behind.write(List.of(CassandraRows.immutable(other, 1)));
  }

  @AfterEach
  void disconnect() {
    session.close();
    proxy.close();
  }

  @Test
  void insertWithoutAReplyIsUnknownAndWasDoneOnce() {
    ReferenceRow row = CassandraRows.reference(scope);
    isUnknownAndSentOnce(Fate.CUT_REPLY, () -> behind.insertReference(row));
    assertEquals(Optional.of(row), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void swapWithoutAReplyIsUnknownAndWasDoneOnce() {
    ReferenceRow row = CassandraRows.reference(scope);
    ReferenceRow next = row.fence(CassandraRows.token());
    assertEquals(CasResult.applied(), direct.insertReference(row));
    isUnknownAndSentOnce(Fate.CUT_INSIDE_REPLY, () -> behind.swapReference(row.token(), next));
    assertEquals(Optional.of(next), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void removeWithoutAReplyIsUnknownAndWasDoneOnce() {
    ReferenceRow row = CassandraRows.reference(scope);
    assertEquals(CasResult.applied(), direct.insertReference(row));
    isUnknownAndSentOnce(Fate.HALF_CLOSE, () -> behind.removeReference(row.key(), row.token()));
    assertEquals(Optional.empty(), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void conditionalWritesOfObjectsWithoutAReplyAreUnknownAndWereDoneOnce() {
    ObjectRow row = CassandraRows.updateable(scope);
    isUnknownAndSentOnce(Fate.CUT_REPLY, () -> behind.insert(row));
    assertEquals(List.of(Optional.of(row)), direct.fetch(List.of(row.key()), ReadMode.STRONG));
    ObjectRow next = CassandraRows.next(row);
    isUnknownAndSentOnce(Fate.CUT_REPLY, () -> behind.swap(row.token().orElseThrow(), next));
    assertEquals(List.of(Optional.of(next)), direct.fetch(List.of(row.key()), ReadMode.STRONG));
    Token last = next.token().orElseThrow();
    isUnknownAndSentOnce(Fate.CUT_REPLY, () -> behind.deleteIf(row.key(), last));
    assertEquals(List.of(Optional.empty()), direct.fetch(List.of(row.key()), ReadMode.STRONG));
  }

  @Test
  void writeWhoseReplyNeverComesIsUnknownOnceTheTimeIsUp() {
    ReferenceRow row = CassandraRows.reference(scope);
    isUnknownAndSentOnce(Fate.SWALLOW_REPLY, () -> impatient.insertReference(row));
    assertEquals(Optional.of(row), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void writeThatIsLostOnItsWayIsUnknownToo() {
    ReferenceRow row = CassandraRows.reference(scope);
    isUnknownAndSentOnce(Fate.CUT_REQUEST, () -> behind.insertReference(row));
    assertEquals(Optional.empty(), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void unknownWriteMayStillLandAfterItsTimeIsUp() {
    ReferenceRow row = CassandraRows.reference(scope);
    Trap trap = proxy.trap(scope.tenantId(), Fate.HOLD_REQUEST);
    assertInstanceOf(CasResult.Unknown.class, impatient.insertReference(row));
    assertEquals(Optional.empty(), direct.readReference(row.key(), ReadMode.STRONG));
    trap.release();
    trap.awaitReply();
    assertEquals(Optional.of(row), direct.readReference(row.key(), ReadMode.STRONG));
  }

  @Test
  void writeThatFindsNoConnectionCertainlyDidNothing() {
    ReferenceRow row = CassandraRows.reference(scope);
    proxy.refuseConnections();
    proxy.cutAll();
    untilUnavailable(
        () -> behind.readReference(CassandraRows.reference(scope).key(), ReadMode.WEAK));
    Trap sent = proxy.count(scope.tenantId());
    assertThrows(BackendUnavailableException.class, () -> behind.insertReference(row));
    assertThrows(
        BackendUnavailableException.class,
        () -> behind.swapReference(CassandraRows.token(), row.fence(CassandraRows.token())));
    assertThrows(
        BackendUnavailableException.class,
        () -> behind.write(List.of(CassandraRows.immutable(scope, 1))));
    assertEquals(0, sent.met());
    assertEquals(false, behind.health().healthy());
    proxy.acceptConnections();
    untilAvailable();
    assertEquals(CasResult.applied(), behind.insertReference(row));
  }

  @Test
  void plainWriteWithoutAReplyMayBeRepeated() {
    ObjectRow row = CassandraRows.immutable(scope, 1);
    Trap trap = proxy.trap(scope.tenantId(), Fate.CUT_REPLY, Integer.MAX_VALUE);
    assertThrows(BackendUnavailableException.class, () -> behind.write(List.of(row)));
    trap.awaitReply();
    proxy.clear();
    untilAvailable();
    behind.write(List.of(row));
    assertEquals(List.of(Optional.of(row)), direct.fetch(List.of(row.key()), ReadMode.STRONG));
  }

  @Test
  void interruptedThreadSendsNoConditionalWrite() {
    Trap sent = proxy.count(scope.tenantId());
    Thread.currentThread().interrupt();
    try {
      assertThrows(
          BackendUnavailableException.class,
          () -> behind.insertReference(CassandraRows.reference(scope)));
      assertTrue(Thread.currentThread().isInterrupted());
    } finally {
      boolean unused = Thread.interrupted();
    }
    assertEquals(0, sent.met());
  }

  @Test
  void interruptWhileTheReplyIsAwaitedLeavesTheWriteUnknown() throws InterruptedException {
    ReferenceRow row = CassandraRows.reference(scope);
    Trap trap = proxy.trap(scope.tenantId(), Fate.HOLD_REPLY);
    AtomicReference<CasResult<ReferenceRow>> result = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread writer =
        new Thread(
            () -> {
              result.set(behind.insertReference(row));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    writer.start();
    trap.awaitReply();
    writer.interrupt();
    writer.join();
    trap.release();
    assertInstanceOf(CasResult.Unknown.class, result.get());
    assertEquals(true, interrupted.get());
    assertEquals(Optional.of(row), direct.readReference(row.key(), ReadMode.STRONG));
  }

  private void isUnknownAndSentOnce(Fate fate, Supplier<CasResult<?>> write) {
    untilAvailable();
    Trap sent = proxy.count(scope.tenantId());
    Trap trap = proxy.trap(scope.tenantId(), fate);
    assertInstanceOf(CasResult.Unknown.class, write.get());
    if (fate == Fate.CUT_REQUEST) {
      trap.awaitSprung();
    } else {
      trap.awaitReply();
    }
    assertEquals(1, sent.met(), "requests that were sent");
    proxy.clear();
  }

  /** The driver takes some time to notice a lost connection and to reconnect. */
  private void untilAvailable() {
    for (int i = 0; !behind.health().healthy(); i++) {
      assertTrue(i < 600, () -> "still " + behind.health());
      Waiter.system().await(Duration.ofMillis(100));
    }
  }

  private static void untilUnavailable(Runnable call) {
    for (int i = 0; i < 600; i++) {
      try {
        call.run();
      } catch (BackendUnavailableException e) {
        return;
      }
      Waiter.system().await(Duration.ofMillis(100));
    }
    throw new AssertionError("the driver does not notice that its connections are gone");
  }
}
