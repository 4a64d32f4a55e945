package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limit of requests in flight of a bulk call, and its outcome when one fails. */
class BulkTest {
  private static final int MOST = 3;

  @RegisterExtension final TestRun run = new TestRun();

  private final CassandraSession database =
      new CassandraSession(
          TestSettings.anywhere()
              .with(CassandraBackendFactory.MAX_IN_FLIGHT, Integer.toString(MOST))
              .settings(),
          null);

  @Test
  void answersAreInOrderAndPermitsComeBack() {
    List<Integer> items = IntStream.range(0, 100).boxed().toList();
    assertEquals(items, new Bulk(database).run(items, CompletableFuture::completedFuture));
    assertEquals(MOST, database.inFlight().availablePermits());
  }

  @Test
  void noMoreThanAllowedAreInFlight() throws InterruptedException {
    List<CompletableFuture<Integer>> sent = new ArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              List<Integer> unused =
                  new Bulk(database)
                      .run(
                          IntStream.range(0, 10).boxed().toList(),
                          item -> {
                            CompletableFuture<Integer> answer = new CompletableFuture<>();
                            synchronized (sent) {
                              sent.add(answer);
                              sent.notifyAll();
                            }
                            return answer;
                          });
            });
    caller.start();
    for (int answered = 0; answered < 10; answered++) {
      int expected = Math.min(10, answered + MOST);
      synchronized (sent) {
        while (sent.size() < expected) {
          sent.wait();
        }
        assertEquals(expected, sent.size());
        sent.get(answered).complete(answered);
      }
    }
    caller.join();
    assertEquals(MOST, database.inFlight().availablePermits());
  }

  @Test
  void afterAFailureNothingMoreIsSent() {
    List<Integer> asked = new ArrayList<>();
    assertThrows(
        BackendUnavailableException.class,
        () ->
            new Bulk(database)
                .run(
                    IntStream.range(0, 100).boxed().toList(),
                    item -> {
                      asked.add(item);
                      return item == 7
                          ? CompletableFuture.failedFuture(new IOException("no"))
                          : CompletableFuture.completedFuture(item);
                    }));
    assertEquals(8, asked.size());
    assertEquals(MOST, database.inFlight().availablePermits());
  }

  @Test
  void requestThatCannotBeMadeGivesItsPermitBack() {
    for (int i = 0; i < 10; i++) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new Bulk(database)
                  .run(
                      List.of(1),
                      item -> {
                        throw new IllegalArgumentException("no");
                      }));
    }
    assertEquals(MOST, database.inFlight().availablePermits());
  }

  @Test
  void oneAtATimeIsEnoughForEveryBulkCall() {
    TestSettings settings =
        CassandraServer.of(run).settings().with(CassandraBackendFactory.MAX_IN_FLIGHT, "1");
    try (Backend backend = settings.open()) {
      Scope scope = new Scope("t-" + UUID.randomUUID(), "c");
      List<ObjectRow> rows = new ArrayList<>();
      List<ObjectKey> keys = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        ObjectKey key = new ObjectKey(scope, "thing", ObjectId.of(i));
        rows.add(ObjectRow.immutable(key, Bytes.ofUtf8("" + i), 1));
        keys.add(key);
      }
      backend.write(rows);
      assertEquals(rows.stream().map(Optional::of).toList(), backend.fetch(keys, ReadMode.STRONG));
      backend.delete(keys);
      assertEquals(
          keys.stream().map(key -> Optional.<ObjectRow>empty()).toList(),
          backend.fetch(keys, ReadMode.STRONG));
    }
  }
}
