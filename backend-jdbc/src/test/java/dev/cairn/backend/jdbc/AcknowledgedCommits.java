package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Commits by several threads while a server dies, and what their callers heard. */
final class AcknowledgedCommits {
  private static final int THREADS = 4;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  /** Commits with all threads until {@code disaster}, begun after so many commits, is over. */
  void runThrough(Store store, String prefix, int commits, Runnable disaster)
      throws InterruptedException {
    CountDownLatch enough = new CountDownLatch(commits);
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String names = prefix + "." + i + ".";
      threads.add(new Thread(() -> load(store, names, enough, ended)));
    }
    threads.forEach(Thread::start);
    enough.await();
    try {
      disaster.run();
    } finally {
      ended.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private void load(Store store, String prefix, CountDownLatch enough, AtomicBoolean ended) {
    for (int number = 0; !ended.get(); number++) {
      String name = prefix + number;
      try {
        commit(store, name);
      } catch (UnknownOutcomeException e) {
        unknown.add(name);
      } catch (CairnException e) {
        // Certainly not done, which the check holds it to.
      }
      enough.countDown();
    }
  }

  /** A commit that succeeds. */
  void commit(Store store, String name) {
    Counting.commit(store, name);
    acknowledged.add(name);
  }

  /** All acknowledged commits are there, and no others but those of unknown outcome. */
  void check(TestDatabase database) {
    try (Cairn cairn = Counting.open(database.open())) {
      Set<String> found = Counting.committed(cairn.store(Counting.scope("t")));
      for (String name : acknowledged) {
        assertTrue(found.contains(name), () -> "acknowledged and lost: " + name);
      }
      for (String name : found) {
        assertTrue(
            acknowledged.contains(name) || unknown.contains(name),
            () -> "there, but reported as not done: " + name);
      }
    }
  }

  static void awaitHealth(Backend backend) {
    for (int i = 0; !backend.health().healthy(); i++) {
      assertTrue(i < 1_200, () -> "still " + backend.health());
      Waiter.system().await(Duration.ofMillis(100));
    }
  }
}
