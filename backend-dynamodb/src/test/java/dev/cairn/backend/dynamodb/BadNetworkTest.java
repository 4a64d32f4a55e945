package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the SDK really says when requests and replies get lost, and what is made of it. */
class BadNetworkTest {
  private static final String ANY = "X-Amz-Target: DynamoDB_20120810.";
  private static final String PUT = ANY + "PutItem";
  private static final String DELETE = ANY + "DeleteItem";

  @RegisterExtension final TestRun run = new TestRun();

  private final Scope scope = Rows.scope();
  private final ObjectRow first = Rows.updateable(scope, "lease", "first");
  private final ObjectRow second = Rows.next(first, "second");
  private TcpProxy proxy;
  private Backend good;
  private Backend bad;

  @BeforeEach
  void open() {
    good = run.once(DynamoDbBackend.class, () -> TestSettings.of(run, "network-").create());
    proxy = TcpProxy.to(DynamoServer.socket(DynamoServer.of(run)));
    bad = throughProxy().open();
  }

  private TestSettings throughProxy() {
    return TestSettings.of("http://127.0.0.1:" + proxy.address().getPort(), "network-")
        .with("request-timeout", "PT0.4S")
        .with("connect-timeout", "PT0.4S");
  }

  @AfterEach
  void close() {
    bad.close();
    proxy.close();
  }

  private Optional<ObjectRow> there() {
    return good.fetch(List.of(first.key()), ReadMode.STRONG).get(0);
  }

  /** The outcome is unknown, and nobody sent the request twice. */
  private static void unknown(CasResult<?> result, Trap sent) {
    assertInstanceOf(CasResult.Unknown.class, result);
    assertEquals(1, sent.met(), "requests");
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REQUEST", "SWALLOW_REQUEST"})
  void lostRequestIsUnknown(Fate fate) {
    Trap sent = proxy.count(ANY);
    proxy.trap(PUT, fate);
    unknown(bad.insert(first), sent);
    assertEquals(Optional.empty(), there());
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE", "SWALLOW_REPLY"})
  void lostReplyIsUnknownAndTheWriteWasDone(Fate fate) {
    Trap sent = proxy.count(ANY);
    proxy.trap(PUT, fate);
    unknown(bad.insert(first), sent);
    assertEquals(Optional.of(first), there());

    sent = proxy.count(ANY);
    proxy.trap(PUT, fate);
    unknown(bad.swap(Rows.tokenOf(first), second), sent);
    assertEquals(Optional.of(second), there());

    sent = proxy.count(ANY);
    proxy.trap(DELETE, fate);
    unknown(bad.deleteIf(first.key(), Rows.tokenOf(second)), sent);
    assertEquals(Optional.empty(), there());
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE", "SWALLOW_REPLY"})
  void lostReplyAboutAReferenceIsUnknownAndTheWriteWasDone(Fate fate) {
    ReferenceRow reference = Rows.reference(scope);
    ReferenceRow fenced = reference.fence(Rows.token());
    Trap sent = proxy.count(ANY);
    proxy.trap(PUT, fate);
    unknown(bad.insertReference(reference), sent);

    sent = proxy.count(ANY);
    proxy.trap(PUT, fate);
    unknown(bad.swapReference(reference.token(), fenced), sent);
    assertEquals(Optional.of(fenced), good.readReference(reference.key(), ReadMode.STRONG));

    sent = proxy.count(ANY);
    proxy.trap(DELETE, fate);
    unknown(bad.removeReference(reference.key(), fenced.token()), sent);
    assertEquals(Optional.empty(), good.readReference(reference.key(), ReadMode.STRONG));
  }

  @Test
  void lostReplyOfAConflictIsUnknownToo() {
    assertEquals(CasResult.applied(), good.insert(first));
    Trap sent = proxy.count(ANY);
    proxy.trap(PUT, Fate.CUT_REPLY);
    unknown(bad.insert(Rows.next(first, "late")), sent);
    assertEquals(Optional.of(first), there());
  }

  @Test
  void writeThatArrivesAfterItsTimeOutIsDoneLater() {
    Trap sent = proxy.count(ANY);
    Trap late = proxy.trap(PUT, Fate.HOLD_REQUEST);
    unknown(bad.insert(first), sent);
    assertEquals(Optional.empty(), there());
    late.release();
    late.awaitReply();
    assertEquals(Optional.of(first), there());
  }

  @Test
  void writeThatArrivesLateAfterAnotherDoesNothing() {
    assertEquals(CasResult.applied(), good.insert(first));
    Trap late = proxy.trap(PUT, Fate.HOLD_REQUEST);
    assertInstanceOf(
        CasResult.Unknown.class, bad.swap(Rows.tokenOf(first), Rows.next(first, "late")));
    assertEquals(CasResult.applied(), good.swap(Rows.tokenOf(first), second));
    late.release();
    late.awaitReply();
    assertEquals(Optional.of(second), there());
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"PASS", "HOLD_REQUEST", "HOLD_REPLY"})
  void readsAndBulkWritesAreSimplyRepeated(Fate fate) {
    ObjectRow row = Rows.immutable(scope, 1);
    proxy.trap(ANY + "BatchWriteItem", fate);
    bad.write(List.of(row));
    proxy.trap(ANY + "BatchGetItem", fate);
    assertEquals(List.of(Optional.of(row)), bad.fetch(List.of(row.key()), ReadMode.STRONG));
    ReferenceRow reference = Rows.reference(scope);
    assertEquals(CasResult.applied(), good.insertReference(reference));
    proxy.trap(ANY + "GetItem", fate);
    assertEquals(Optional.of(reference), bad.readReference(reference.key(), ReadMode.STRONG));
    proxy.trap(ANY + "BatchWriteItem", fate);
    bad.delete(List.of(row.key()));
    assertEquals(List.of(Optional.empty()), good.fetch(List.of(row.key()), ReadMode.STRONG));
  }

  @Test
  void repeatsEnd() {
    Trap cut = proxy.trap(ANY + "GetItem", Fate.CUT_REQUEST, 1_000);
    assertThrows(
        BackendUnavailableException.class,
        () -> bad.readReference(Rows.reference(scope).key(), ReadMode.STRONG));
    assertEquals(3, cut.met());
    assertFalse(bad.health().healthy());
    proxy.clear();
    assertTrue(bad.health().healthy());
  }

  @Test
  void readsSurviveThatKeptConnectionsAreCut() {
    ReferenceRow reference = Rows.reference(scope);
    assertEquals(CasResult.applied(), bad.insertReference(reference));
    proxy.cutAll();
    assertEquals(Optional.of(reference), bad.readReference(reference.key(), ReadMode.STRONG));
  }

  @Test
  void writeOnAConnectionThatWasCutIsSentAtMostOnce() {
    ReferenceRow reference = Rows.reference(scope);
    assertEquals(CasResult.applied(), bad.insertReference(reference));
    Trap sent = proxy.count(PUT);
    proxy.cutAll();
    CasResult<ReferenceRow> result =
        bad.swapReference(reference.token(), reference.fence(Rows.token()));
    assertFalse(result instanceof CasResult.Conflict, () -> "met its own write: " + result);
    assertTrue(sent.met() <= 1, () -> sent.met() + " requests");
  }

  @Test
  void writeThatFindsNobodyListeningCertainlyDidNothing() {
    String address = "http://127.0.0.1:" + proxy.address().getPort();
    proxy.close();
    // Notices that the connection it kept is gone.
    assertFalse(bad.health().healthy());
    BackendUnavailableException refused =
        assertThrows(BackendUnavailableException.class, () -> bad.insert(first));
    assertTrue(refused.getMessage().contains("not reached"), refused::getMessage);
    assertThrows(
        BackendUnavailableException.class, () -> TestSettings.of(address, "network-").open());
  }

  @Test
  void writeThatGetsNoConnectionCertainlyDidNothing() {
    TestSettings settings =
        throughProxy()
            .with("max-connections", "1")
            .with("parallelism", "1")
            .with("request-timeout", "PT60S");
    try (Backend narrow = settings.open()) {
      Trap held = proxy.trap(ANY + "GetItem", Fate.HOLD_REPLY);
      CompletableFuture<Boolean> reader =
          CompletableFuture.supplyAsync(
              () -> narrow.readReference(Rows.reference(scope).key(), ReadMode.STRONG).isEmpty());
      held.awaitReply();
      Trap sent = proxy.count(PUT);
      BackendUnavailableException e =
          assertThrows(BackendUnavailableException.class, () -> narrow.insert(first));
      assertTrue(e.getMessage().contains("not reached"), e::getMessage);
      held.release();
      assertTrue(reader.join());
      assertEquals(0, sent.met());
    }
  }

  @Test
  void interruptedThreadSendsNothingAndStaysInterrupted() {
    Trap sent = proxy.count(PUT);
    Thread.currentThread().interrupt();
    try {
      assertThrows(BackendUnavailableException.class, () -> bad.insert(first));
      assertTrue(Thread.currentThread().isInterrupted());
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(0, sent.met());
    assertTrue(bad.isInterruptible());
  }
}
