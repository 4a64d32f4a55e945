package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClosingTest {
  private static final String PUT = "DynamoDB_20120810.PutItem";

  @RegisterExtension final TestRun run = new TestRun();

  private final ObjectRow row = Rows.updateable(Rows.scope(), "lease", "mine");

  private DynamoDbBackend good() {
    return run.once(
        ClosingTest.class, DynamoDbBackend.class, () -> TestSettings.of(run, "close-").create());
  }

  @Test
  void writeUnderWayWhenItIsClosedIsNeverAConflict() {
    DynamoDbBackend good = good();
    try (TcpProxy proxy = TcpProxy.to(DynamoServer.socket(DynamoServer.of(run)))) {
      DynamoDbBackend backend =
          TestSettings.of("http://127.0.0.1:" + proxy.address().getPort(), "close-").open();
      Trap held = proxy.trap(PUT, Fate.HOLD_REPLY);
      CompletableFuture<CasResult<ObjectRow>> write =
          CompletableFuture.supplyAsync(() -> backend.insert(row));
      held.awaitReply();
      backend.close();
      held.release();
      CasResult<ObjectRow> result = write.join();
      assertFalse(result instanceof CasResult.Conflict, result::toString);
      assertEquals(List.of(Optional.of(row)), good.fetch(List.of(row.key()), ReadMode.STRONG));
    }
  }

  @Test
  void readUnderWayWhenItIsClosedEndsWithItsRowOrAsClosed() {
    good();
    try (TcpProxy proxy = TcpProxy.to(DynamoServer.socket(DynamoServer.of(run)))) {
      DynamoDbBackend backend =
          TestSettings.of("http://127.0.0.1:" + proxy.address().getPort(), "close-").open();
      Trap held = proxy.trap("DynamoDB_20120810.BatchGetItem", Fate.HOLD_REPLY);
      CompletableFuture<Integer> read =
          CompletableFuture.supplyAsync(
              () -> backend.fetch(List.of(row.key()), ReadMode.STRONG).size());
      held.awaitReply();
      backend.close();
      held.release();
      try {
        assertEquals(1, read.join());
      } catch (CompletionException e) {
        assertEquals(ClosedException.class, e.getCause().getClass());
      }
    }
  }

  @Test
  void threadsEndWithTheBackend() {
    Set<Thread> others = workers();
    DynamoDbBackend backend = TestSettings.of(run, "close-").create();
    var unused =
        backend.scanObjects(
            Optional.empty(), Optional.empty(), ScanBound.NONE, Optional.empty(), each -> true);
    Set<Thread> workers = workers();
    workers.removeAll(others);
    assertFalse(workers.isEmpty());
    backend.close();
    assertThrows(ClosedException.class, () -> backend.fetch(List.of(row.key()), ReadMode.STRONG));
    for (Thread worker : workers) {
      assertTrue(ended(worker), worker::toString);
    }
  }

  private static Set<Thread> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("cairn-dynamodb-"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static boolean ended(Thread thread) {
    try {
      // Only so that a broken test ends: the threads stop when they have no more work.
      thread.join(60_000);
      return !thread.isAlive();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
