package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of requests of each call, as documented in docs/backends.md. */
class RequestsTest {
  private MongoDbServer server;
  private TcpProxy proxy;
  private TestSettings settings;

  @BeforeEach
  void start() {
    server = MongoDbServer.standIn();
    proxy = TcpProxy.to(server.socketAddress());
    settings = server.settings().withUri("mongodb://127.0.0.1:" + proxy.address().getPort());
    settings.ready().close();
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  /** Every request names its database once. */
  private Trap count() {
    return proxy.count(settings.settings().database());
  }

  @Test
  void bulkCallsOfABatchAreOneRequestEach() {
    try (MongoDbBackend backend = settings.open()) {
      List<ObjectRow> rows = new ArrayList<>();
      for (int id = 0; id < backend.limits().writeBatch(); id++) {
        rows.add(Rows.object(id, "row " + id));
      }
      List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
      Trap count = count();
      backend.write(rows);
      assertEquals(1, count.met());
      assertEquals(rows.size(), backend.fetch(keys, ReadMode.STRONG).size());
      assertEquals(2, count.met());
      backend.delete(keys);
      assertEquals(3, count.met());
    }
  }

  @Test
  void readsAndConditionalWritesAreOneRequestEach() {
    ReferenceRow row = Rows.reference("main");
    ReferenceRow next = row.fence(Rows.token());
    try (MongoDbBackend backend = settings.open()) {
      Trap count = count();
      Rows.applied(backend.insertReference(row));
      Rows.applied(backend.swapReference(row.token(), next));
      Rows.read(backend, row.key());
      Rows.applied(backend.removeReference(row.key(), next.token()));
      assertEquals(4, count.met());
    }
  }

  @Test
  void commitIsTwoRequests() {
    try (Cairn cairn =
        CountingProcess.open(
            settings.settings().uri().getConnectionString(), settings.settings().database())) {
      Store store = cairn.store(CountingProcess.SCOPE);
      var unused = store.createReference(CountingProcess.REFERENCE);
      CountingProcess.count(store, "first");
      Trap count = count();
      CountingProcess.count(store, "second");
      assertEquals(2, count.met());
    }
  }
}
