package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.workload.Clients;
import dev.cairn.testkit.workload.ObjectWorkload;
import dev.cairn.testkit.workload.ReferenceWorkload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What holds between backends that share a store, as processes do: for every backend whose {@link
 * #open} comes back to the same rows.
 */
public interface SharedStoreContract extends ContractPart {
  @Test
  default void whatOneBackendWroteAnotherReadsAndMayChange() {
    try (Backend other = open(run())) {
      Scope scope = TestRows.scope();
      ObjectRow object = TestRows.immutable(scope, 1);
      ObjectRow lease = TestRows.updateable(TestRows.named(scope, "lease"), "one");
      ReferenceRow reference = TestRows.reference(scope, "main");
      backend().write(List.of(object));
      Expect.applied(backend().insert(lease));
      Expect.applied(backend().insertReference(reference));
      Expect.there(other, object);
      Expect.there(other, lease);
      Expect.there(other, reference);

      ObjectRow taken = TestRows.next(lease, "two");
      ReferenceRow fenced = reference.fence(TestRows.token());
      Expect.applied(other.swap(TestRows.tokenOf(lease), taken));
      Expect.applied(other.swapReference(reference.token(), fenced));
      Expect.conflict(
          backend().swap(TestRows.tokenOf(lease), TestRows.next(lease, "late")),
          Optional.of(taken));
      Expect.conflict(
          backend().swapReference(reference.token(), reference.fence(TestRows.token())),
          Optional.of(fenced));
    }
  }

  @Test
  default void rowsOutliveTheBackendThatWroteThem() {
    ObjectRow object = TestRows.immutable(TestRows.scope(), 1);
    ReferenceRow reference = TestRows.reference(object.key().scope(), "main");
    Backend brief = open(run());
    brief.write(List.of(object));
    Expect.applied(brief.insertReference(reference));
    brief.close();
    Expect.there(backend(), object);
    Expect.there(backend(), reference);
  }

  @Test
  default void scanGoesOnInAnotherBackend() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < 10; id++) {
      rows.add(TestRows.immutable(scope, id));
    }
    backend().write(rows);
    List<ObjectRow> visited = new ArrayList<>();
    Optional<ScanPosition> stopped =
        backend()
            .scanObjects(
                Optional.of(scope),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                row -> visited.add(row) && visited.size() < 4);
    assertTrue(stopped.isPresent(), "a scan that its visitor stops has a position");
    try (Backend other = open(run())) {
      Optional<ScanPosition> end =
          other.scanObjects(
              Optional.of(scope), Optional.empty(), ScanBound.NONE, stopped, visited::add);
      assertEquals(Optional.empty(), end, "a scan that another instance resumes comes to its end");
    }
    assertEquals(10, visited.size(), "a scan that another instance resumes visits no row twice");
    assertEquals(
        new HashSet<>(rows),
        new HashSet<>(visited),
        "a scan that another instance resumes visits every row");
  }

  @Test
  default void backendsThatSwapOneRowCountExactly() {
    ObjectKey key = TestRows.named(TestRows.scope(), "counter");
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
    assertEquals(target, counted[0], "every acknowledged swap of the first instance counts");
    assertEquals(target, counted[1], "every acknowledged swap of the second instance counts");
  }

  // A call that is in flight while its backend closes ends as it would have. One that is refused
  // has done nothing: its caller makes it again elsewhere.
  @Test
  default void whatABackendRefusesBecauseItClosesWasNotDone() {
    Scope scope = TestRows.scope();
    Backend closing = open(run());
    AtomicInteger begun = new AtomicInteger();
    int writes = 20 * scale();
    List<List<ObjectKey>> refused =
        Race.run(
            Race.THREADS,
            thread -> {
              List<ObjectKey> keys = new ArrayList<>();
              for (int i = 0; i < writes; i++) {
                if (begun.incrementAndGet() == 2 * writes) {
                  closing.close();
                }
                ObjectRow row = TestRows.updateable(TestRows.named(scope, thread + "." + i), "");
                try {
                  CasResult<ObjectRow> unused = closing.insert(row);
                } catch (ClosedException | BackendUnavailableException e) {
                  keys.add(row.key());
                }
              }
              return keys;
            });
    for (List<ObjectKey> keys : refused) {
      keys.forEach(
          key ->
              assertEquals(
                  Optional.empty(),
                  Expect.read(backend(), key),
                  "what a write left that was refused because its backend closed"));
    }
  }

  // Each writes in turn, and then all look, so that a cache of any age shows.
  @Test
  default void strongReadsSeeWhatOtherBackendsWroteBeforeTheyBegan() {
    Scope scope = TestRows.scope();
    try (Backend second = open(run());
        Backend third = open(run())) {
      List<Backend> backends = List.of(backend(), second, third);
      ObjectRow object = TestRows.updateable(TestRows.named(scope, "lease"), "0");
      ReferenceRow reference = TestRows.reference(scope, "main");
      for (Backend each : backends) {
        Expect.missing(each, object.key());
        Expect.missing(each, reference.key());
      }
      Expect.applied(backend().insert(object));
      Expect.applied(backend().insertReference(reference));
      for (int i = 1; i <= 10 * scale(); i++) {
        Backend writer = backends.get(i % backends.size());
        ObjectRow nextObject = TestRows.next(object, "" + i);
        ReferenceRow nextReference = reference.fence(TestRows.token());
        Expect.applied(writer.swap(TestRows.tokenOf(object), nextObject));
        Expect.applied(writer.swapReference(reference.token(), nextReference));
        object = nextObject;
        reference = nextReference;
        seenByAll(backends, object, reference);
        // And the other way round, for a reader that has two connections.
        seenByAll(backends, object, reference);
      }
      Expect.applied(second.deleteIf(object.key(), TestRows.tokenOf(object)));
      Expect.applied(second.removeReference(reference.key(), reference.token()));
      for (Backend each : backends) {
        Expect.missing(each, object.key());
        Expect.missing(each, reference.key());
      }
    }
  }

  private static void seenByAll(List<Backend> backends, ObjectRow object, ReferenceRow reference) {
    String guarantee = "a strong read shows what another backend's write was acknowledged for";
    for (Backend each : backends) {
      assertEquals(Optional.of(object), Expect.read(each, object.key()), guarantee);
      assertEquals(
          Optional.of(reference), each.readReference(reference.key(), ReadMode.STRONG), guarantee);
    }
  }

  @Test
  default void strongReadsOfSeveralBackendsNeverGoBackInTime() {
    ReferenceKey key = TestRows.referenceKey(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(TestRows.reference(key)));
    VersionFloor floor = new VersionFloor();
    int turns = 10 * scale();
    try (Backend second = open(run());
        Backend third = open(run())) {
      List<Backend> backends = List.of(backend(), second, third);
      List<Boolean> unused =
          Race.run(
              2 * backends.size(),
              thread -> {
                Backend mine = backends.get(thread % backends.size());
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
                for (int i = 0; i < turns || System.nanoTime() < end; i++) {
                  ReferenceRow row = readAbove(floor, mine, key);
                  // Half of them write, so that the others have something to see.
                  if (thread < backends.size()) {
                    ReferenceRow next = row.fence(TestRows.token());
                    if (Race.certainly(() -> mine.swapReference(row.token(), next))
                        instanceof CasResult.Applied) {
                      floor.acknowledged(next.version());
                    }
                  }
                }
                return true;
              });
    }
  }

  private static ReferenceRow readAbove(VersionFloor floor, Backend backend, ReferenceKey key) {
    ReferenceRow[] row = new ReferenceRow[1];
    long unused =
        floor.checked(
            () -> {
              row[0] = backend.readReference(key, ReadMode.STRONG).orElseThrow();
              return row[0].version();
            });
    return row[0];
  }

  @Test
  default void whatClientsOfSeveralBackendsHearOfObjectsHasASequentialExplanation() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained(
          "objects of several backends " + round,
          (b, random) -> new ObjectWorkload(b, scope, random));
    }
  }

  @Test
  default void whatClientsOfSeveralBackendsHearOfReferencesHasASequentialExplanation() {
    for (int round = 0; round < scale(); round++) {
      Scope scope = TestRows.scope();
      explained(
          "references of several backends " + round,
          (b, random) -> new ReferenceWorkload(b, scope, random));
    }
  }

  private void explained(String name, Clients.Work work) {
    try (Backend second = open(run());
        Backend third = open(run())) {
      Clients clients = new Clients(List.of(backend(), second, third), seed());
      clients.run(work, name);
      var unused = clients.check(work, name);
    }
  }
}
