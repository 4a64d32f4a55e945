package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.testkit.TimeLimit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What happens eventually, and which calls do not wait for each other. */
public interface ProgressContract extends ContractPart {
  @Test
  default void weakReadsOfAReferenceCatchUpWithItsSwaps() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    backend().readReference(first.key(), ReadMode.WEAK);
    Expect.applied(backend().insertReference(first));
    catchesUp(
        "a weak read shows a reference some time after it was inserted",
        () -> backend().readReference(first.key(), ReadMode.WEAK).equals(Optional.of(first)));
    ReferenceRow next = first.moveTo(1, EarlierHeads.none(), TestRows.token());
    Expect.applied(backend().swapReference(first.token(), next));
    catchesUp(
        "a weak read shows a swap of a reference some time after it",
        () -> backend().readReference(first.key(), ReadMode.WEAK).equals(Optional.of(next)));
  }

  @Test
  default void weakFetchesCatchUpWithWrites() {
    Scope scope = TestRows.scope();
    ObjectRow immutable = TestRows.immutable(scope, 1);
    ObjectRow first = TestRows.updateable(TestRows.named(scope, "lease"), "first");
    weak(immutable);
    weak(first);
    backend().write(List.of(immutable));
    Expect.applied(backend().insert(first));
    catchesUp("a weak fetch finds a row some time after it was written", () -> weak(immutable));
    catchesUp("a weak fetch finds a row some time after it was inserted", () -> weak(first));
    ObjectRow next = TestRows.next(first, "next");
    Expect.applied(backend().swap(TestRows.tokenOf(first), next));
    catchesUp("a weak fetch shows a swap some time after it", () -> weak(next));
  }

  private boolean weak(ObjectRow row) {
    return backend().fetch(List.of(row.key()), ReadMode.WEAK).equals(List.of(Optional.of(row)));
  }

  private static void catchesUp(String guarantee, BooleanSupplier isSeen) {
    long end = System.nanoTime() + TimeLimit.patience().toNanos();
    while (!isSeen.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, guarantee);
      Thread.onSpinWait();
    }
  }

  // Scans of large stores take hours, and a visitor may wait for its turn, or for a file.
  @Test
  default void otherCallsGoOnWhileAVisitorWaits() {
    Scope scope = TestRows.scope();
    backend().write(List.of(TestRows.immutable(scope, 1)));
    Expect.applied(backend().insertReference(TestRows.reference(scope, "main")));
    Optional<?> objects =
        backend()
            .scanObjects(
                Optional.of(scope),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                row -> goesOn("objects"));
    Optional<?> references =
        backend().scanReferences(Optional.of(scope), Optional.empty(), row -> goesOn("references"));
    assertTrue(objects.isEmpty() && references.isEmpty(), "both scans come to their end");
  }

  private boolean goesOn(String scanned) {
    CompletableFuture<Void> calls = new CompletableFuture<>();
    Thread other =
        new Thread(
            () -> {
              try {
                callsOfEachKind();
                calls.complete(null);
              } catch (RuntimeException | AssertionError e) {
                calls.completeExceptionally(e);
              }
            },
            "beside a scan");
    other.setDaemon(true);
    other.start();
    try {
      calls.get(TimeLimit.patience().toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return fail(
          "calls wait for a scan of %s whose visitor takes its time%s"
              .formatted(scanned, TimeLimit.othersWaiting()));
    } catch (ExecutionException e) {
      return fail("calls beside a scan of %s failed".formatted(scanned), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }

  private void callsOfEachKind() {
    Scope scope = TestRows.scope();
    ReferenceRow reference = TestRows.reference(scope, "main");
    ObjectRow row = TestRows.immutable(scope, 1);
    ObjectRow lease = TestRows.updateable(TestRows.named(scope, "lease"), "first");
    Expect.applied(backend().insertReference(reference));
    Expect.applied(
        backend().writeAndSwap(List.of(row), reference.token(), reference.fence(TestRows.token())));
    Expect.there(backend(), row);
    Expect.applied(backend().insert(lease));
    Expect.applied(backend().swap(TestRows.tokenOf(lease), TestRows.next(lease, "next")));
    backend().delete(List.of(row.key()));
    Expect.missing(backend(), row.key());
  }
}
