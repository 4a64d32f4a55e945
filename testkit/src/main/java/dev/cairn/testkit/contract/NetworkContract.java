package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.server.Fate;
import dev.cairn.testkit.server.TcpProxy;
import dev.cairn.testkit.server.Trap;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * What a backend makes of its driver's errors when requests and replies get lost: for every backend
 * that talks to its database over TCP.
 *
 * <p>A {@link TcpProxy} between driver and server gives each conditional write each fate. The
 * answer has to be true: {@linkplain CasResult.Unknown unknown}, or what a strong read by another
 * way confirms. A conflict is a lie, since the condition held; unavailable is one if the write was
 * done.
 */
public interface NetworkContract extends ContractPart {
  /** As long as a busy server may take. */
  Duration LONG = Duration.ofSeconds(30);

  /** Where the server listens that {@link #open} connects to. */
  InetSocketAddress serverAddress();

  /**
   * Opens a backend on the rows of {@link #open} by way of another address, without encryption.
   *
   * @param patience how long a call waits for a reply
   */
  Backend openThrough(InetSocketAddress address, Duration patience);

  /** A text in the bytes of the request of {@code write}, by which the proxy knows it. */
  default String requestText(ConditionalWrite write) {
    return write.scope().tenantId();
  }

  /** A text in the bytes of the request that reads a reference of {@code scope}. */
  default String readText(Scope scope) {
    return scope.tenantId();
  }

  @Test
  default void conditionalWritesThatAreCutOffOnTheirWayAreNoConflicts() {
    answeredTruly(List.of(Fate.CUT_REQUEST));
  }

  @Test
  default void conditionalWritesWhoseReplyIsCutOffAreUnknown() {
    answeredTruly(List.of(Fate.CUT_REPLY, Fate.CUT_INSIDE_REPLY, Fate.HALF_CLOSE));
  }

  private void answeredTruly(List<Fate> fates) {
    forEachKind(
        (kind, proxy) -> {
          try (Backend behind = openThrough(proxy.address(), LONG)) {
            for (Fate fate : fates) {
              ConditionalWrite write = ConditionalWrite.of(kind);
              write.prepare(backend());
              awaitHealthy(behind);
              Trap trap = proxy.trap(requestText(write), fate);
              DisturbedWrite answer = DisturbedWrite.of(write, behind);
              assertEquals(1, trap.met(), () -> "requests of " + write + " that the proxy met");
              if (fate != Fate.CUT_REQUEST) {
                trap.awaitReply();
              }
              proxy.clear();
              answer.check(fate, backend());
            }
          }
        });
  }

  // At the same time, since most of it is waiting for drivers that connect again.
  private void forEachKind(BiConsumer<Operation, TcpProxy> body) {
    Backend unusedYet = backend();
    InetSocketAddress server = serverAddress();
    List<Boolean> unused =
        Race.run(
            ConditionalWrite.KINDS.size(),
            thread -> {
              try (TcpProxy proxy = TcpProxy.to(server)) {
                body.accept(ConditionalWrite.KINDS.get(thread), proxy);
              }
              return true;
            });
  }

  @Test
  default void conditionalWritesWithoutAReplyAreUnknown() {
    forEachKind(
        (kind, proxy) ->
            untilSent(
                proxy,
                kind,
                Fate.SWALLOW_REPLY,
                (trap, answer) -> {
                  trap.awaitReply();
                  answer.check(Fate.SWALLOW_REPLY, backend());
                }));
  }

  @Test
  default void conditionalWritesThatArriveLateWereNotDenied() {
    forEachKind(
        (kind, proxy) ->
            untilSent(
                proxy,
                kind,
                Fate.HOLD_REQUEST,
                (trap, answer) -> {
                  trap.release();
                  trap.awaitReply();
                  answer.check(Fate.HOLD_REQUEST, backend());
                }));
  }

  // Only time tells that there is no reply. There is more of it only where the machine turns out
  // to be too slow even to send the request.
  private void untilSent(
      TcpProxy proxy, Operation kind, Fate fate, BiConsumer<Trap, DisturbedWrite> check) {
    for (int millis = 150; ; millis *= 4) {
      ConditionalWrite write = ConditionalWrite.of(kind);
      write.prepare(backend());
      Trap trap = proxy.trap(requestText(write), fate);
      try (Backend behind = openThrough(proxy.address(), Duration.ofMillis(millis))) {
        DisturbedWrite answer = DisturbedWrite.of(write, behind);
        if (trap.met() > 0) {
          check.accept(trap, answer);
          return;
        }
        assertTrue(millis < 60_000, () -> "no request was sent: " + answer);
      } catch (BackendUnavailableException e) {
        // It was too slow to open.
        assertTrue(millis < 60_000, e::toString);
      } finally {
        proxy.clear();
        trap.release();
      }
    }
  }

  @Test
  default void readsWhoseReplyIsCutOffNeverDenyARow() {
    try (TcpProxy proxy = TcpProxy.to(serverAddress());
        Backend behind = openThrough(proxy.address(), LONG)) {
      for (Fate fate :
          List.of(Fate.CUT_REQUEST, Fate.CUT_REPLY, Fate.CUT_INSIDE_REPLY, Fate.HALF_CLOSE)) {
        ReferenceRow reference = TestRows.reference(TestRows.scope(), "main");
        Expect.applied(backend().insertReference(reference));
        ReferenceKey key = reference.key();
        awaitHealthy(behind);
        Trap trap = proxy.trap(readText(key.scope()), fate);
        try {
          Optional<ReferenceRow> found = behind.readReference(key, ReadMode.STRONG);
          assertEquals(
              Optional.of(reference), found, "a strong read finds the row or says unavailable");
        } catch (BackendUnavailableException e) {
          // As true as the row.
        }
        assertEquals(1, trap.met(), "requests that the proxy met");
        proxy.clear();
      }
    }
  }

  @Test
  default void connectionsThatWereCutAreReplaced() {
    try (TcpProxy proxy = TcpProxy.to(serverAddress());
        Backend behind = openThrough(proxy.address(), LONG)) {
      ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "value");
      Expect.applied(behind.insert(row));
      proxy.cutAll();
      awaitHealthy(behind);
      Expect.there(behind, row);
    }
  }

  // A driver may take its time to notice that a connection is gone, and to make another.
  private static void awaitHealthy(Backend backend) {
    for (int i = 0; !backend.health().healthy(); i++) {
      assertTrue(i < 600, () -> "no connection after one was cut: " + backend.health());
      Waiter.system().await(Duration.ofMillis(50));
    }
  }
}
