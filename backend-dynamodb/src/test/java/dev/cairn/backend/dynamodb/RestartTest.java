package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.server.TcpProxy;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is stopped and restarted while clients commit. */
class RestartTest {
  private static final int THREADS = 3;
  private static final int COMMITS = 8;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> notApplied = ConcurrentHashMap.newKeySet();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch restarted = new CountDownLatch(1);
  private final Deque<LocalServer> servers = new ConcurrentLinkedDeque<>();

  @Test
  void acknowledgedCommitsOutliveTheServer(@TempDir Path directory) {
    servers.add(LocalServer.in(directory));
    try (TcpProxy proxy = TcpProxy.to(servers.getLast().socketAddress())) {
      TestSettings settings =
          TestSettings.of("http://127.0.0.1:" + proxy.address().getPort(), "restart-");
      try (Cairn cairn = Counting.engine(settings.create())) {
        Store store = cairn.store(Counting.scope("restart"));
        store.createReference(Counting.MAIN);
        List<Boolean> unused =
            Race.run(
                THREADS + 1,
                thread -> {
                  if (thread == THREADS) {
                    restart(directory, proxy);
                  } else {
                    commit(store, thread);
                  }
                  return true;
                });
        check(store);
      }
      // Read by a new process.
      try (Cairn other = Counting.engine(settings.open())) {
        check(other.store(Counting.scope("restart")));
      }
    } finally {
      servers.forEach(LocalServer::close);
    }
  }

  private void restart(Path directory, TcpProxy proxy) {
    await(begun);
    try {
      proxy.cutAll();
      servers.getLast().close();
      servers.add(LocalServer.in(directory));
      proxy.retarget(servers.getLast().socketAddress());
    } finally {
      restarted.countDown();
    }
  }

  private void commit(Store store, int thread) {
    int done = 0;
    for (int i = 0; done < COMMITS || restarted.getCount() > 0; i++) {
      String name = thread + "." + i;
      try {
        Counting.commit(store, name);
        acknowledged.add(name);
        done++;
      } catch (CommitUnknownException e) {
        // The commit may have been applied or not.
      } catch (BackendUnavailableException | CommitConflictException e) {
        notApplied.add(name);
      }
      if (done == 2) {
        begun.countDown();
      }
    }
  }

  private void check(Store store) {
    Snapshot state = store.current(Counting.MAIN);
    assertEquals(Counting.names(state), Counting.counter(state), "each name counted once");
    assertTrue(acknowledged.size() >= THREADS * COMMITS);
    for (String name : acknowledged) {
      assertTrue(Counting.has(state, name), () -> name + " was acknowledged and is gone");
    }
    for (String name : notApplied) {
      assertTrue(!Counting.has(state, name), () -> name + " was reported not applied and is there");
    }
  }

  private static void await(CountDownLatch event) {
    try {
      event.await();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
