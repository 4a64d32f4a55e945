package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A PostgreSQL server of its own that is killed under load, and one that takes no writes. */
class PostgreSqlCrashTest {
  /** A crash takes seconds here. */
  private static final int ROUNDS = Math.max(1, Integer.getInteger("cairn.test.crashes", 20) / 10);

  private static final int THREADS = 4;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final PostgreSqlProcess server = PostgreSqlProcess.start();
  private final TestDatabase database =
      TestDatabase.of(server.url(), Optional.empty(), Optional.empty());
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void acknowledgedCommitsOutliveTheDeathOfTheServer() throws InterruptedException {
    Random random = seed.random("crashes");
    JdbcBackend backend = database.ready();
    try (Cairn cairn = Counting.open(backend)) {
      Store store = cairn.store(Counting.scope("t"));
      var unused = store.createReference(Counting.REFERENCE);
      for (int round = 0; round < ROUNDS; round++) {
        killUnderLoad(store, round, 20 + random.nextInt(200));
        awaitHealth(backend);
        check();
        Counting.commit(store, "after " + round);
        acknowledged.add("after " + round);
      }
    }
    check();
  }

  private void killUnderLoad(Store store, int round, int commits) throws InterruptedException {
    CountDownLatch enough = new CountDownLatch(commits);
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String prefix = round + "." + i + ".";
      threads.add(new Thread(() -> load(store, prefix, enough, ended)));
    }
    threads.forEach(Thread::start);
    enough.await();
    server.kill();
    ended.set(true);
    server.restart();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void load(Store store, String prefix, CountDownLatch enough, AtomicBoolean ended) {
    for (int number = 0; !ended.get(); number++) {
      String name = prefix + number;
      try {
        Counting.commit(store, name);
        acknowledged.add(name);
      } catch (UnknownOutcomeException e) {
        unknown.add(name);
      } catch (CairnException e) {
        // Certainly not done, which the check holds it to.
      }
      enough.countDown();
    }
  }

  private static void awaitHealth(Backend backend) {
    for (int i = 0; !backend.health().healthy(); i++) {
      assertTrue(i < 1_200, () -> "still " + backend.health());
      Waiter.system().await(Duration.ofMillis(100));
    }
  }

  private void check() {
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
      awaitHealth(backend);
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
