package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many requests calls cost: PostgreSQL's protocol ends each with a message that is counted. */
class CostTest {
  // Sync: the driver waits for the reply to each.
  private static final String SYNC = "S\0\0\0\4";

  @RegisterExtension final TestRun run = new TestRun();

  private TestDatabase database;
  private TcpProxy proxy;
  private JdbcBackend backend;
  private Trap requests;

  @BeforeEach
  void open() {
    TestServers server = TestServers.postgreSql(run);
    database = server.database();
    database.ready().close();
    proxy = TcpProxy.to(server.address());
    backend =
        database
            .withUrl(
                database
                    .settings()
                    .url()
                    .replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.address().getPort() + "/"))
            .withPoolSize(1)
            .open();
    requests = proxy.count(SYNC);
  }

  @AfterEach
  void close() {
    backend.close();
    proxy.close();
  }

  private void costs(int expected, Runnable call) {
    int before = requests.met();
    call.run();
    assertEquals(expected, requests.met() - before);
  }

  @Test
  void everyConditionalWriteIsOneRequestAndSoIsAConflict() {
    for (Write.Kind kind : Write.Kind.values()) {
      Write write = Write.of(kind, "cost-" + kind + Rows.token());
      write.prepare().accept(backend);
      costs(1, () -> Rows.applied(write.call().apply(backend)));
      costs(1, () -> assertInstanceOf(CasResult.Conflict.class, write.call().apply(backend)));
    }
  }

  @Test
  void bulkCallsAreOneRequestForEachBatch() {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < 500; id++) {
      rows.add(Rows.object(id, "value " + id));
    }
    List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
    costs(1, () -> backend.write(rows));
    costs(1, () -> backend.fetch(keys.subList(0, 128), ReadMode.STRONG));
    costs(4, () -> backend.fetch(keys, ReadMode.STRONG));
    costs(4, () -> backend.delete(keys));
  }

  @Test
  void aReferenceIsReadByOneRequest() {
    ReferenceRow row = Rows.reference("cost" + Rows.token());
    costs(1, () -> Rows.applied(backend.insertReference(row)));
    costs(1, () -> Rows.read(backend, row.key()));
    costs(1, () -> backend.time());
    costs(1, () -> backend.health());
  }

  // The names fill the head's index several times, so some of these commits write pages too.
  @Test
  void commitInSteadyStateIsOneRequest() {
    try (Cairn cairn = Counting.openUnscheduled(backend)) {
      Store store = cairn.store(Counting.scope("cost" + Rows.token()));
      var unused = store.createReference(Counting.REFERENCE);
      Counting.commit(store, "the first knows no head");
      for (int i = 0; i < 200; i++) {
        String name = "commit " + i;
        costs(1, () -> Counting.commit(store, name));
      }
      assertEquals(201, Counting.sum(store.current(Counting.REFERENCE)));
    }
  }

  // Which is the strong read of the reference: the process that wrote the head has it.
  @Test
  void lookupFromTheCurrentHeadIsOneRequest() {
    try (Cairn cairn = Counting.openUnscheduled(backend)) {
      Store store = cairn.store(Counting.scope("cost" + Rows.token()));
      var unused = store.createReference(Counting.REFERENCE);
      for (int i = 1; i <= 20; i++) {
        long sum = i;
        Counting.commit(store, "commit " + i);
        costs(1, () -> assertEquals(sum, Counting.sum(store.current(Counting.REFERENCE))));
      }
    }
  }

  // The reference and the head that it names, once; then the reference alone.
  @Test
  void lookupFromAHeadOfAnotherProcessReadsTheHeadOnce() {
    Scope scope = Counting.scope("cost" + Rows.token());
    try (Cairn reader = Counting.openUnscheduled(backend);
        Cairn writer = Counting.openUnscheduled(database.ready())) {
      Store written = writer.store(scope);
      var unused = written.createReference(Counting.REFERENCE);
      Counting.commit(written, "elsewhere");
      Store read = reader.store(scope);
      costs(2, () -> assertEquals(1, Counting.sum(read.current(Counting.REFERENCE))));
      costs(1, () -> assertEquals(1, Counting.sum(read.current(Counting.REFERENCE))));
    }
  }
}
