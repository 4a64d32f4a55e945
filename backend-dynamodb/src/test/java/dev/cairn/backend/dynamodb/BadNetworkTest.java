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
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The SDK's real behaviour when requests and replies get lost, and how it is classified. */
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
    return TestSettings.of("http://127.0.0.1:" + proxy.address().getPort(), "network-");
  }

  @AfterEach
  void close() {
    bad.close();
    proxy.close();
  }

  /** Sets the fate of the next {@code request} and makes the call that sends it. */
  private Trap trapped(Fate fate, String request, Consumer<Backend> call) {
    return switch (fate) {
      case SWALLOW_REQUEST, SWALLOW_REPLY, HOLD_REQUEST -> impatient(fate, request, call);
      default -> {
        Trap trap = proxy.trap(request, fate);
        call.accept(bad);
        yield trap;
      }
    };
  }

  // Only time shows that there is no reply. The longer the timeout, the longer the test takes; so
  // it grows only where the machine is too slow even for requests that get a reply.
  private Trap impatient(Fate fate, String request, Consumer<Backend> call) {
    for (int millis = 400; ; millis *= 4) {
      Trap trap = proxy.trap(request, fate);
      try (Backend to = throughProxy().with("request-timeout", "PT" + millis / 1e3 + "S").open()) {
        call.accept(to);
        return trap;
      } catch (BackendUnavailableException e) {
        assertTrue(millis < 60_000, e::toString);
        proxy.clear();
        trap.release();
      }
    }
  }

  private Optional<ObjectRow> there() {
    return good.fetch(List.of(first.key()), ReadMode.STRONG).get(0);
  }

  /** The outcome is unknown, and the request was sent once. */
  private Trap unknown(Fate fate, String request, Function<Backend, CasResult<?>> write) {
    Trap[] sent = new Trap[1];
    Trap trap =
        trapped(
            fate,
            request,
            to -> {
              sent[0] = proxy.count(ANY);
              assertInstanceOf(CasResult.Unknown.class, write.apply(to));
            });
    // The request may be slower than its sender's timeout.
    trap.awaitSprung();
    assertEquals(1, sent[0].met(), "requests");
    return trap;
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REQUEST", "SWALLOW_REQUEST"})
  void lostRequestIsUnknown(Fate fate) {
    unknown(fate, PUT, to -> to.insert(first));
    assertEquals(Optional.empty(), there());
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE", "SWALLOW_REPLY"})
  void lostReplyIsUnknownAndTheWriteWasDone(Fate fate) {
    unknown(fate, PUT, to -> to.insert(first)).awaitReply();
    assertEquals(Optional.of(first), there());
    unknown(fate, PUT, to -> to.swap(Rows.tokenOf(first), second)).awaitReply();
    assertEquals(Optional.of(second), there());
    unknown(fate, DELETE, to -> to.deleteIf(first.key(), Rows.tokenOf(second))).awaitReply();
    assertEquals(Optional.empty(), there());
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_REPLY", "CUT_INSIDE_REPLY", "HALF_CLOSE", "SWALLOW_REPLY"})
  void lostReplyAboutAReferenceIsUnknownAndTheWriteWasDone(Fate fate) {
    ReferenceRow reference = Rows.reference(scope);
    ReferenceRow fenced = reference.fence(Rows.token());
    unknown(fate, PUT, to -> to.insertReference(reference)).awaitReply();
    unknown(fate, PUT, to -> to.swapReference(reference.token(), fenced)).awaitReply();
    assertEquals(Optional.of(fenced), good.readReference(reference.key(), ReadMode.STRONG));
    unknown(fate, DELETE, to -> to.removeReference(reference.key(), fenced.token())).awaitReply();
    assertEquals(Optional.empty(), good.readReference(reference.key(), ReadMode.STRONG));
  }

  @Test
  void lostReplyOfAConflictIsUnknownToo() {
    assertEquals(CasResult.applied(), good.insert(first));
    unknown(Fate.CUT_REPLY, PUT, to -> to.insert(Rows.next(first, "late"))).awaitReply();
    assertEquals(Optional.of(first), there());
  }

  @Test
  void writeThatArrivesAfterItsTimeOutIsDoneLater() {
    Trap late = unknown(Fate.HOLD_REQUEST, PUT, to -> to.insert(first));
    assertEquals(Optional.empty(), there());
    late.release();
    late.awaitReply();
    assertEquals(Optional.of(first), there());
  }

  @Test
  void writeThatArrivesLateAfterAnotherDoesNothing() {
    assertEquals(CasResult.applied(), good.insert(first));
    Trap late =
        unknown(
            Fate.HOLD_REQUEST, PUT, to -> to.swap(Rows.tokenOf(first), Rows.next(first, "late")));
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
    repeated(fate, "BatchWriteItem", to -> to.write(List.of(row)));
    List<Optional<ObjectRow>> found = List.of(Optional.of(row));
    repeated(
        fate,
        "BatchGetItem",
        to -> assertEquals(found, to.fetch(List.of(row.key()), ReadMode.STRONG)));
    ReferenceRow reference = Rows.reference(scope);
    assertEquals(CasResult.applied(), good.insertReference(reference));
    repeated(
        fate,
        "GetItem",
        to ->
            assertEquals(
                Optional.of(reference), to.readReference(reference.key(), ReadMode.STRONG)));
    repeated(fate, "BatchWriteItem", to -> to.delete(List.of(row.key())));
    assertEquals(List.of(Optional.empty()), good.fetch(List.of(row.key()), ReadMode.STRONG));
  }

  private void repeated(Fate fate, String request, Consumer<Backend> call) {
    assertEquals(1, trapped(fate, ANY + request, call).met());
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
  void writeToAPortThatDoesNotListenCertainlyDidNothing() {
    String address = "http://127.0.0.1:" + proxy.address().getPort();
    proxy.close();
    // Notices that its kept connection is gone.
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
            // How long it waits for a free connection.
            .with("connect-timeout", "PT0.4S");
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
