package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The waits are a day long: a test that ends at all has not waited for them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaiterTest {
  private static final Duration DAY = Duration.ofDays(1);

  @AfterEach
  void clearTheInterrupt() {
    Thread.interrupted();
  }

  @Test
  void anInterruptedThreadDoesNotWaitAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    Waiter.system().await(DAY);
    assertTrue(Thread.currentThread().isInterrupted());
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              started.countDown();
              Waiter.system().await(DAY);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.setDaemon(true);
    thread.start();
    started.await();
    thread.interrupt();
    assertTrue(interrupted.get(2, TimeUnit.MINUTES));
  }

  @Test
  void aWaitMayBeAsLongAsADurationCanBe() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    Waiter.system().awaitDone(CompletableFuture.completedFuture(1), forEver);
    Waiter.system().awaitSoon(CompletableFuture.completedFuture(1), forEver);
    Thread.currentThread().interrupt();
    Waiter.system().await(forEver);
    Waiter.system().awaitDone(new CompletableFuture<>(), forEver);
    Waiter.system().awaitSoon(new CompletableFuture<>(), forEver);
    Waiter looking = duration -> {};
    looking.awaitDone(new CompletableFuture<>(), forEver);
    assertTrue(Thread.currentThread().isInterrupted());
  }

  @Test
  void noTimeOrLessIsNoWait() {
    Waiter.system().await(Duration.ZERO);
    Waiter.system().await(Duration.ofDays(-1));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void aStrayPermitDoesNotEndTheWaitEarly() {
    LockSupport.unpark(Thread.currentThread());
    long start = System.nanoTime();
    Waiter.system().await(Duration.ofMillis(5));
    assertTrue(System.nanoTime() - start >= Duration.ofMillis(5).toNanos());
  }

  @Test
  void whatIsDoneSoonIsNotWaitedForAnyLonger() throws Exception {
    CompletableFuture<String> event = new CompletableFuture<>();
    CountDownLatch looking = new CountDownLatch(1);
    CompletableFuture<Boolean> saw = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              looking.countDown();
              Waiter.system().awaitSoon(event, DAY);
              saw.complete(event.isDone());
            });
    thread.setDaemon(true);
    thread.start();
    looking.await();
    event.completeExceptionally(new IllegalStateException("however it ends"));
    assertTrue(saw.get(2, TimeUnit.MINUTES));
  }

  @Test
  void whatIsNotDoneSoonIsLeft() {
    CompletableFuture<String> event = new CompletableFuture<>();
    long start = System.nanoTime();
    Waiter.system().awaitSoon(event, Duration.ofMillis(1));
    assertTrue(System.nanoTime() - start >= Duration.ofMillis(1).toNanos());
    Waiter.system().awaitSoon(event, Duration.ofDays(-1));
    assertFalse(event.isDone());
  }

  @Test
  void anInterruptedThreadDoesNotLookForLongAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    Waiter.system().awaitSoon(new CompletableFuture<>(), DAY);
    assertTrue(Thread.currentThread().isInterrupted());
  }
}
