package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import dev.cairn.testkit.workload.Clients;
import dev.cairn.testkit.workload.ObjectWorkload;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What drivers really say when requests and replies get lost between them and a server. */
class BadNetworkTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  private TestDatabase database;
  private JdbcBackend direct;
  private TcpProxy proxy;

  @BeforeEach
  void open() {
    use(TestServers.postgreSql(run));
  }

  private void use(TestServers server) {
    database = server.database();
    direct = database.withPoolSize(2).ready();
    proxy = TcpProxy.to(server.address());
  }

  @AfterEach
  void close() {
    proxy.close();
    direct.close();
  }

  /** A backend with one connection through the proxy, in plain text. */
  private JdbcBackend through() {
    return throughWith(Duration.ofSeconds(10));
  }

  private JdbcBackend throughWith(Duration requestTimeout) {
    return settings().withTimeouts(Duration.ofSeconds(10), requestTimeout).open();
  }

  private TestDatabase settings() {
    InetSocketAddress address = proxy.address();
    String url = database.settings().url();
    return database
        .withUrl(url.replaceFirst("//[^/]*/", "//127.0.0.1:" + address.getPort() + "/"))
        .withPoolSize(1);
  }

  private static String name() {
    return "lost-" + NAMES.incrementAndGet() + "-";
  }

  static Stream<Arguments> writesAndLostReplies() {
    return Stream.of(Fate.CUT_REPLY, Fate.CUT_INSIDE_REPLY, Fate.HALF_CLOSE)
        .flatMap(fate -> Stream.of(Write.Kind.values()).map(kind -> Arguments.of(kind, fate)));
  }

  @ParameterizedTest
  @MethodSource("writesAndLostReplies")
  void writeWhoseReplyIsLostIsUnknownAndDone(Write.Kind kind, Fate fate) {
    Write write = Write.of(kind, name());
    write.prepare().accept(direct);
    try (Backend backend = through()) {
      Trap trap = proxy.trap(write.text(), fate);
      assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
      trap.awaitReply();
      assertTrue(write.isDone().test(direct));
    }
  }

  @ParameterizedTest
  @EnumSource
  void writeThatIsCutOffOnItsWayIsUnknownAndNotDone(Write.Kind kind) {
    Write write = Write.of(kind, name());
    write.prepare().accept(direct);
    try (Backend backend = through()) {
      Trap trap = proxy.trap(write.text(), Fate.CUT_REQUEST);
      assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
      assertEquals(1, trap.met());
    }
    // The trap takes one request; a second one of the driver would have passed it.
    assertFalse(write.isDone().test(direct), "the driver repeated it");
    assertEquals(CasResult.applied(), write.call().apply(direct));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WRITE_AND_SWAP")
  void writeOfMariaDbWhoseReplyIsLostIsUnknownAndDone(Write.Kind kind) {
    close();
    use(TestServers.mariaDb(run));
    writeWhoseReplyIsLostIsUnknownAndDone(kind, Fate.CUT_REPLY);
  }

  @ParameterizedTest
  @EnumSource
  void writeOfMariaDbThatIsCutOffOnItsWayIsUnknownAndNotDone(Write.Kind kind) {
    close();
    use(TestServers.mariaDb(run));
    writeThatIsCutOffOnItsWayIsUnknownAndNotDone(kind);
  }

  // Here it is a transaction of several requests.
  @ParameterizedTest
  @EnumSource(names = {"CUT_REQUEST", "CUT_REPLY", "HALF_CLOSE"})
  void transactionOfMariaDbIsDoneOnlyIfItsCommitArrived(Fate fate) {
    close();
    use(TestServers.mariaDb(run));
    Write write = Write.of(Write.Kind.WRITE_AND_SWAP, name());
    write.prepare().accept(direct);
    try (Backend backend = through()) {
      Trap trap = proxy.trap("COMMIT", fate);
      assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
      assertEquals(1, trap.met());
      if (fate != Fate.CUT_REQUEST) {
        trap.awaitReply();
      }
      assertEquals(fate != Fate.CUT_REQUEST, write.isDone().test(direct));
    }
  }

  @Test
  void writeThatIsNotAnsweredIsUnknownAndMayLandLater() {
    Write write = Write.of(Write.Kind.SWAP_REFERENCE, name());
    write.prepare().accept(direct);
    try (Backend backend = throughWith(Duration.ofMillis(250))) {
      Trap trap = proxy.trap(write.text(), Fate.HOLD_REQUEST);
      assertInstanceOf(CasResult.Unknown.class, write.call().apply(backend));
      assertFalse(write.isDone().test(direct));
      trap.release();
      trap.awaitReply();
      assertTrue(write.isDone().test(direct), "it lands after it was given up");
    }
  }

  @Test
  void writeForWhichThereIsNoConnectionCertainlyDidNothing() {
    Write write = Write.of(Write.Kind.SWAP, name());
    write.prepare().accept(direct);
    try (Backend backend =
        settings().withTimeouts(Duration.ofMillis(500), Duration.ofSeconds(10)).open()) {
      proxy.refuseConnections();
      proxy.cutAll();
      // The pool may hand out the connection that was cut before it knows.
      assertThrows(
          BackendUnavailableException.class,
          () -> backend.readReference(Rows.reference("none").key(), ReadMode.STRONG));
      assertThrows(BackendUnavailableException.class, () -> write.call().apply(backend));
      assertFalse(backend.health().healthy());
    }
    assertFalse(write.isDone().test(direct));
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REQUEST", "CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE"})
  void readThatIsBrokenOffFailsAndNeverDeniesARow(Fate fate) {
    ObjectRow row = Rows.updateable(name(), "read");
    Rows.applied(direct.insert(row));
    try (Backend backend = through()) {
      proxy.trap("lease", fate);
      BackendUnavailableException e =
          assertThrows(BackendUnavailableException.class, () -> Rows.read(backend, row.key()));
      assertTrue(e.getMessage().contains("127.0.0.1"), e::getMessage);
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
    }
  }

  @Test
  void scanWhoseReplyIsLostFailsAndNeverLooksComplete() {
    String type = name();
    try (Backend backend = through()) {
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
    try (Backend backend = through()) {
      proxy.trap("thing", Fate.CUT_REPLY);
      assertThrows(BackendUnavailableException.class, () -> backend.write(rows));
      assertEquals(Optional.of(rows.get(1)), Rows.read(direct, rows.get(1).key()));
      direct.write(rows);

      proxy.trap("thing", Fate.CUT_REPLY);
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
    try (Backend backend = settings().withPoolSize(8).open()) {
      Clients clients = new Clients(backend, seed);
      for (String phase : List.of("first", "second")) {
        Trap trap = proxy.trap(scope.catalogId(), Fate.CUT_REPLY, 2);
        clients.run(work, phase);
        assertEquals(2, trap.met());
      }
      var unused = clients.check(work, "lost replies");
    }
  }
}
