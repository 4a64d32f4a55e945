package dev.cairn.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StoppingBackendTest {
  private static final ObjectKey KEY =
      new ObjectKey(new Scope("tenant", "catalog"), "thing", ObjectId.of(1));
  private static final ObjectRow ROW = ObjectRow.immutable(KEY, Bytes.ofUtf8("value"), 1);

  private final InMemoryBackend store = new InMemoryBackend();
  private final StoppingBackend stopping = new StoppingBackend(store);

  private boolean isThere() {
    return store.fetch(List.of(KEY), ReadMode.STRONG).get(0).isPresent();
  }

  @Test
  void aCallStoppedBeforeHasDoneNothingYet() {
    Stop stop = stopping.stopBefore(Operation.WRITE);
    CompletableFuture<Void> call = CompletableFuture.runAsync(() -> stopping.write(List.of(ROW)));
    stop.awaitReached();
    assertEquals(false, isThere());
    stop.proceed();
    call.join();
    assertTrue(isThere());
  }

  @Test
  void aCallStoppedAfterHasDoneAll() {
    Stop stop = stopping.stopAfter(Operation.WRITE);
    CompletableFuture<Void> call = CompletableFuture.runAsync(() -> stopping.write(List.of(ROW)));
    stop.awaitReached();
    assertTrue(isThere());
    assertEquals(false, call.isDone());
    stop.proceed();
    call.join();
  }

  @Test
  void onlyTheNextCallOfTheOperationIsStopped() {
    Stop stop = stopping.stopBefore(Operation.WRITE);
    assertEquals(1, stopping.fetch(List.of(KEY), ReadMode.STRONG).size());
    stop.proceed();
    stopping.write(List.of(ROW));
    stopping.write(List.of(ROW));
    assertTrue(isThere());
  }

  @Test
  void anInterruptDoesNotEndAStopAndIsKept() throws InterruptedException {
    Stop stop = new Stop();
    boolean[] interrupted = {false};
    Thread thread =
        new Thread(
            () -> {
              stop.hold();
              interrupted[0] = Thread.currentThread().isInterrupted();
            });
    thread.start();
    stop.awaitReached();
    thread.interrupt();
    stop.proceed();
    thread.join();
    assertTrue(interrupted[0]);
  }
}
