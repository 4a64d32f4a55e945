package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoSocketReadTimeoutException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import dev.cairn.testkit.workload.Clients;
import dev.cairn.testkit.workload.ObjectWorkload;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the driver really says when requests and replies get lost between it and a server, besides
 * what {@link MongoDbBackendTest} shows.
 */
class BadNetworkTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static MongoDbServer server;
  private static MongoDbBackend direct;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private final TcpProxy proxy = TcpProxy.to(server.socketAddress());

  @BeforeAll
  static void start() {
    server = MongoDbServer.standIn();
    direct = server.settings().ready();
  }

  @AfterAll
  static void stop() {
    direct.close();
    server.close();
  }

  @AfterEach
  void closeProxy() {
    proxy.close();
  }

  private MongoDbBackend through(String options) {
    return server
        .settings()
        .withUri("mongodb://127.0.0.1:" + proxy.address().getPort() + "/?" + options)
        .open();
  }

  private static String name() {
    return "lost-" + NAMES.incrementAndGet() + "-";
  }

  @ParameterizedTest
  @EnumSource
  void writeThatIsCutOffOnItsWayIsUnknownAndNotDone(Write.Kind kind) {
    Write write = Write.of(kind, name());
    write.prepare().accept(direct);
    Trap trap = proxy.trap(write.text(), Fate.CUT_REQUEST);
    try (Backend backend = through("")) {
      assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
      assertEquals(1, trap.met());
    }
    // The trap catches one request; a repetition by the driver would pass it.
    assertFalse(write.isDone().test(direct), "the driver repeated it");
    assertEquals(CasResult.applied(), write.call().apply(direct));
  }

  @ParameterizedTest
  @EnumSource
  void writeWithoutAReplyIsUnknownAndMayLandLater(Write.Kind kind) {
    // The driver has the same short timeout to connect, which may be too short on a busy machine.
    for (int millis = 100; !landsLater(kind, millis); millis *= 4) {
      assertTrue(millis < 60_000, "no request was sent");
    }
  }

  /** Whether the time was enough to send the request. */
  private boolean landsLater(Write.Kind kind, int millis) {
    Write write = Write.of(kind, name());
    write.prepare().accept(direct);
    Trap trap = proxy.trap(write.text(), Fate.HOLD_REQUEST);
    try (Backend backend = through("socketTimeoutMS=" + millis)) {
      CasResult<?> result = write.call().apply(backend);
      if (trap.met() == 0) {
        return false;
      }
      assertInstanceOf(
          MongoSocketReadTimeoutException.class,
          assertInstanceOf(CasResult.Unknown.class, result).cause());
      assertFalse(write.isDone().test(direct));
      trap.release();
      trap.awaitReply();
      assertTrue(write.isDone().test(direct), "it lands after it was given up");
      return true;
    } catch (BackendUnavailableException e) {
      assertEquals(0, trap.met(), e::toString);
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void writeForWhichNoServerIsFoundCertainlyDidNothing(Write.Kind kind) {
    Write write = Write.of(kind, name());
    write.prepare().accept(direct);
    proxy.refuseConnections();
    MongoDbSettings settings =
        server
            .settings()
            .withUri(
                "mongodb://127.0.0.1:%d/?serverSelectionTimeoutMS=50"
                    .formatted(proxy.address().getPort()))
            .settings();
    try (Backend backend = new MongoDbBackend(MongoDbConnection.of(settings), 10)) {
      assertThrows(BackendUnavailableException.class, () -> write.call().apply(backend));
      assertFalse(backend.health().healthy());
    }
    assertFalse(write.isDone().test(direct));
  }

  @Test
  void readIsRepeatedOnceByTheDriverAndThenUnavailable() {
    ObjectRow row = Rows.updateable(name(), "read");
    Rows.applied(direct.insert(row));
    String id = row.key().id().toString();
    try (Backend backend = through("")) {
      Trap once = proxy.trap(id, Fate.CUT_REPLY);
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      assertEquals(1, once.met());
      Trap twice = proxy.trap(id, Fate.CUT_REPLY, 2);
      BackendUnavailableException e =
          assertThrows(BackendUnavailableException.class, () -> Rows.read(backend, row.key()));
      assertTrue(e.getMessage().contains("127.0.0.1"), e::getMessage);
      assertEquals(2, twice.met());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REQUEST", "CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE"})
  void readThatIsBrokenOffFailsAndNeverDeniesARow(Fate fate) {
    ObjectRow row = Rows.updateable(name(), "read");
    Rows.applied(direct.insert(row));
    try (Backend backend = through("retryReads=false")) {
      proxy.trap(row.key().id().toString(), fate);
      assertThrows(BackendUnavailableException.class, () -> Rows.read(backend, row.key()));
    }
  }

  @Test
  void scanWhoseReplyIsLostFailsAndNeverLooksComplete() {
    String type = name();
    try (Backend backend = through("retryReads=false")) {
      proxy.trap(type, Fate.CUT_REPLY);
      assertThrows(
          BackendUnavailableException.class,
          () ->
              backend.scanObjects(
                  Optional.of(Rows.SCOPE),
                  Optional.of(type),
                  ScanBound.NONE,
                  Optional.empty(),
                  row -> true));
    }
  }

  @Test
  void bulkWriteAndDeleteWithALostReplyMayBeRepeated() {
    List<ObjectRow> rows = List.of(Rows.object(1, name()), Rows.object(2, name()));
    String id = rows.get(1).key().id().toString();
    try (Backend backend = through("")) {
      proxy.trap(id, Fate.CUT_REPLY);
      assertThrows(BackendUnavailableException.class, () -> backend.write(rows));
      assertEquals(Optional.of(rows.get(1)), Rows.read(direct, rows.get(1).key()));
      direct.write(rows);

      proxy.trap(id, Fate.CUT_REPLY);
      List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
      assertThrows(BackendUnavailableException.class, () -> backend.delete(keys));
      direct.delete(keys);
      assertEquals(
          List.of(Optional.empty(), Optional.empty()), direct.fetch(keys, ReadMode.STRONG));
    }
  }

  @Test
  void whatClientsHearWhileRepliesGetLostHasASequentialExplanation() {
    Scope scope = new Scope("lost", name());
    Clients.Work work = (store, random) -> new ObjectWorkload(store, scope, random);
    try (Backend backend = through("")) {
      Clients clients = new Clients(backend, seed);
      for (String phase : List.of("first", "second")) {
        Trap trap = proxy.trap(scope.catalogId(), Fate.CUT_REPLY, 2);
        clients.run(work, phase);
        assertEquals(2, trap.met());
      }
      var unused = clients.check(work, "lost replies");
    }
  }

  @Test
  void brokenConnectionsAreReplaced() {
    ObjectRow row = Rows.updateable(name(), "read");
    Rows.applied(direct.insert(row));
    try (Backend backend = through("")) {
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      proxy.cutAll();
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      assertTrue(backend.health().healthy());
    }
  }
}
