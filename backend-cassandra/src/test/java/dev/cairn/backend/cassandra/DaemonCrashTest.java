package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the server under threads that commit, restarts it, and checks: what was acknowledged is
 * there, what was reported as not applied is not, and new commits succeed.
 *
 * <p>Starting a server takes long, so this one also requires a password and encrypted connections,
 * and restricts roles to their grants.
 */
@Order(1)
class DaemonCrashTest {
  /** A crash takes seconds here. */
  private static final int ROUNDS = Math.max(1, Integer.getInteger("cairn.test.crashes", 20) / 20);

  private static final int THREADS = 4;

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir Path directory;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  @Test
  void acknowledgedCommitsOutliveTheDeathOfTheServer() throws InterruptedException {
    Random random = seed.random("crashes");
    Entrance entrance = Entrance.in(directory);
    try (Daemon daemon = Daemon.start(entrance.configOfNode())) {
      TestSettings operator =
          entrance.allowed(TestSettings.of(daemon.address())).datacenter(Daemon.DATACENTER);
      checkEntrance(entrance, operator);
      operator.create().close();
      TestSettings settings = Entrance.withDocumentedGrants(operator);
      checkGrants(settings);
      Backend backend = settings.open();
      try (Cairn cairn = Counting.open(backend)) {
        Store store = cairn.store(Counting.scope("t"));
        store.createReference(Counting.REFERENCE);
        for (int round = 0; round < ROUNDS; round++) {
          killUnderLoad(daemon, store, round, 5 + random.nextInt(60));
          awaitHealth(backend);
          check(settings);
          Counting.commit(store, "after " + round);
          acknowledged.add("after " + round);
        }
      }
      check(settings);
    }
  }

  /** A refused login names the settings to check, and no secret. */
  private static void checkEntrance(Entrance entrance, TestSettings allowed) {
    String wrong = "not the password";
    String refused =
        assertThrows(
                ConfigurationException.class,
                () -> allowed.with(CassandraBackendFactory.PASSWORD, wrong).open())
            .getMessage();
    assertTrue(refused.contains(CassandraBackendFactory.PASSWORD.key()), refused);
    assertTrue(refused.contains("'" + Entrance.USER + "'"), refused);
    assertFalse(refused.contains(wrong), refused);
    String unknown =
        assertThrows(CairnException.class, () -> entrance.notTrusting(allowed).open()).getMessage();
    assertTrue(unknown.contains(CassandraBackendFactory.CONTACT_POINTS.key()), unknown);
  }

  /** The documented grants are enough for everything but creating a schema. */
  private static void checkGrants(TestSettings granted) {
    try (Backend backend = granted.open();
        Backend elsewhere = granted.keyspace("elsewhere").open()) {
      backend.verifySchema();
      assertTrue(backend.health().healthy(), () -> backend.health().detail());
      assertNotNull(backend.estimateSize());
      String denied =
          assertThrows(BackendUnavailableException.class, elsewhere::createSchema).getMessage();
      assertTrue(denied.contains("CREATE"), denied);
    }
  }

  private void killUnderLoad(Daemon daemon, Store store, int round, int commits)
      throws InterruptedException {
    CountDownLatch enough = new CountDownLatch(commits);
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String prefix = round + "." + i + ".";
      threads.add(new Thread(() -> load(store, prefix, enough, ended)));
    }
    threads.forEach(Thread::start);
    enough.await();
    daemon.kill();
    ended.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    daemon.restart();
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
        failed.add(name);
      }
      enough.countDown();
    }
  }

  /** The driver takes some time to reconnect. */
  private static void awaitHealth(Backend backend) {
    for (int i = 0; !backend.health().healthy(); i++) {
      assertTrue(i < 1_200, () -> "still " + backend.health());
      Waiter.system().await(Duration.ofMillis(100));
    }
  }

  private void check(TestSettings settings) {
    try (Cairn cairn = Counting.open(settings.open())) {
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
}
