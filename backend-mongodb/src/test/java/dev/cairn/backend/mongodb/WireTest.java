package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The concerns that requests carry to the server. The stand-in accepts and ignores them; without
 * replicas a test can only check that requests carry them.
 */
class WireTest {
  // In the form of BSON: type, name, value.
  private static final String MAJORITY = "\u0002w\0\u0009\0\0\0majority";
  private static final String JOURNALED = "\bj\0\1";
  private static final String WAITS = "wtimeout\0";
  private static final String LINEARIZABLE_READ = "\u0002level\0\r\0\0\0linearizable\0";
  private static final String MAJORITY_READ = "\u0002level\0\u0009\0\0\0majority\0";
  private static final String LIMITED = "maxTimeMS\0";
  private static final String REPEATABLE = "txnNumber\0";

  private static MongoDbServer server;

  @BeforeAll
  static void start() {
    server = MongoDbServer.standIn();
    server.settings().ready().close();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyConditionalWriteWaitsForAMajority(Write.Kind kind) {
    Write write = Write.of(kind, "wire-" + kind);
    try (Backend direct = server.settings().open()) {
      write.prepare().accept(direct);
    }
    assertEquals(
        1,
        sent(MAJORITY, settings -> settings, backend -> Rows.applied(write.call().apply(backend))));
  }

  @Test
  void writesWaitForTheJournalsOfAMajority() {
    for (String part : List.of(MAJORITY, JOURNALED, WAITS)) {
      assertEquals(3, sent(part, settings -> settings, WireTest::write), part);
    }
    assertEquals(0, sent(REPEATABLE, settings -> settings, WireTest::write));
    assertEquals(0, sent(JOURNALED, settings -> settings.withJournal(false), WireTest::write));
    assertEquals(3, sent(MAJORITY, settings -> settings.withJournal(false), WireTest::write));
  }

  // An insert, an unordered bulk insert, and a delete of many.
  private static void write(Backend backend) {
    backend.insertReference(Rows.reference("main"));
    ObjectRow row = Rows.object(1, "one");
    backend.write(List.of(row));
    backend.delete(List.of(row.key()));
  }

  @Test
  void strongReadsAreLinearizableByDefault() {
    assertEquals(3, sent(LINEARIZABLE_READ, settings -> settings, WireTest::readStrongly));
    assertEquals(3, sent(LIMITED, settings -> settings, WireTest::readStrongly));
    UnaryOperator<TestSettings> weaker = settings -> settings.with(StrongReads.MAJORITY);
    assertEquals(0, sent(LINEARIZABLE_READ, weaker, WireTest::readStrongly));
    assertEquals(3, sent(MAJORITY_READ, weaker, WireTest::readStrongly));
  }

  private static void readStrongly(Backend backend) {
    Rows.read(backend, Rows.reference("main").key());
    Rows.read(backend, Rows.object(1, "one").key());
    backend.scanReferences(Optional.empty(), Optional.empty(), row -> true);
  }

  @Test
  void weakReadsSeeWhatAMajorityHas() {
    Consumer<Backend> read =
        backend -> {
          backend.readReference(Rows.reference("main").key(), ReadMode.WEAK);
          backend.fetch(
              List.of(Rows.object(1, "one").key(), Rows.object(2, "two").key()), ReadMode.WEAK);
        };
    assertEquals(0, sent(LINEARIZABLE_READ, settings -> settings, read));
    assertEquals(2, sent(MAJORITY_READ, settings -> settings, read));
  }

  // How often a text occurs in what calls send, without opening.
  private static int sent(
      String text, UnaryOperator<TestSettings> change, Consumer<Backend> calls) {
    try (TcpProxy proxy = TcpProxy.to(server.socketAddress())) {
      String uri = "mongodb://127.0.0.1:" + proxy.address().getPort() + "/?retryWrites=true";
      try (Backend backend = change.apply(server.settings().withUri(uri)).open()) {
        Trap count = proxy.count(text);
        calls.accept(backend);
        return count.met();
      }
    }
  }
}
