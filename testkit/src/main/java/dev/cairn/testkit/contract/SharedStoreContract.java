package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What holds between backends that share a store, as processes do: for every backend whose {@link
 * #open} comes back to the same rows.
 */
public interface SharedStoreContract extends ContractPart {
  @Test
  default void whatOneBackendWroteAnotherReadsAndMayChange() {
    try (Backend other = open(run())) {
      Scope scope = Rows.scope();
      ObjectRow object = Rows.immutable(scope, 1);
      ObjectRow lease = Rows.updateable(Rows.named(scope, "lease"), "one");
      ReferenceRow reference = Rows.reference(scope, "main");
      backend().write(List.of(object));
      Expect.applied(backend().insert(lease));
      Expect.applied(backend().insertReference(reference));
      Expect.there(other, object);
      Expect.there(other, lease);
      Expect.there(other, reference);

      ObjectRow taken = Rows.next(lease, "two");
      ReferenceRow fenced = reference.fence(Rows.token());
      Expect.applied(other.swap(Rows.tokenOf(lease), taken));
      Expect.applied(other.swapReference(reference.token(), fenced));
      Expect.conflict(
          backend().swap(Rows.tokenOf(lease), Rows.next(lease, "late")), Optional.of(taken));
      Expect.conflict(
          backend().swapReference(reference.token(), reference.fence(Rows.token())),
          Optional.of(fenced));
    }
  }

  @Test
  default void rowsOutliveTheBackendThatWroteThem() {
    ObjectRow object = Rows.immutable(Rows.scope(), 1);
    ReferenceRow reference = Rows.reference(object.key().scope(), "main");
    Backend brief = open(run());
    brief.write(List.of(object));
    Expect.applied(brief.insertReference(reference));
    brief.close();
    Expect.there(backend(), object);
    Expect.there(backend(), reference);
  }

  @Test
  default void scanGoesOnInAnotherBackend() {
    Scope scope = Rows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < 10; id++) {
      rows.add(Rows.immutable(scope, id));
    }
    backend().write(rows);
    List<ObjectRow> visited = new ArrayList<>();
    Optional<ScanPosition> stopped =
        backend()
            .scanObjects(
                Optional.of(scope),
                Optional.empty(),
                Optional.empty(),
                row -> visited.add(row) && visited.size() < 4);
    assertTrue(stopped.isPresent());
    try (Backend other = open(run())) {
      Optional<ScanPosition> end =
          other.scanObjects(Optional.of(scope), Optional.empty(), stopped, visited::add);
      assertEquals(Optional.empty(), end);
    }
    assertEquals(10, visited.size());
    assertEquals(new HashSet<>(rows), new HashSet<>(visited));
  }

  @Test
  default void backendsThatSwapOneRowCountExactly() {
    ObjectKey key = Rows.named(Rows.scope(), "counter");
    Expect.applied(backend().insert(SwapCounter.zero(key, 2)));
    int target = 20 * scale();
    try (Backend other = open(run())) {
      List<Backend> backends = List.of(backend(), other);
      List<Boolean> unused =
          Race.run(
              2,
              thread -> {
                new SwapCounter(backends.get(thread), key, thread).countTo(target);
                return true;
              });
    }
    int[] counted = SwapCounter.decode(Expect.read(backend(), key).orElseThrow());
    assertEquals(target, counted[0]);
    assertEquals(target, counted[1]);
  }
}
