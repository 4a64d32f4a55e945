package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Scans of references end, and miss nothing. */
class ReferenceScanTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final Backend backend = new RowByRow();
  private final TestEnvironment world = new TestEnvironment();
  private final Environment environment = world.environment(1);
  private final AtomicInteger created = new AtomicInteger();

  /** A store whose scans see rows that were inserted after them while a row is visited. */
  private static final class RowByRow extends ForwardingBackend {
    RowByRow() {
      super(new InMemoryBackend());
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      AtomicBoolean goesOn = new AtomicBoolean(true);
      Optional<ScanPosition> position = after;
      do {
        position =
            super.scanReferences(
                scope,
                position,
                row -> {
                  goesOn.set(visitor.visit(row));
                  return false;
                });
      } while (position.isPresent() && goesOn.get());
      return position;
    }
  }

  private void create() {
    create(environment.nowMicros());
  }

  private void create(long createdAt) {
    String name = "reference %09d".formatted(created.incrementAndGet());
    ReferenceRow row =
        ReferenceRow.create(new ReferenceKey(SCOPE, name), environment.newToken(), createdAt);
    assertInstanceOf(CasResult.Applied.class, backend.insertReference(row));
  }

  private void scan(RowVisitor<ReferenceRow> visitor) {
    new ReferenceScan(backend, environment, Optional.of(SCOPE)).run(visitor);
  }

  // Names may sort in the order of creation, so their writer can always be ahead of the scan.
  @Test
  void aScanThatEveryReferenceItMeetsBringsAnotherFailsAndDoesNotGoOnForEver() {
    create();
    create();
    AtomicInteger met = new AtomicInteger();
    assertThrows(
        BackendUnavailableException.class,
        () ->
            scan(
                row -> {
                  assertTrue(
                      met.incrementAndGet() <= 2 * ReferenceScan.ALWAYS_VISITED, "it goes on");
                  world.move(Duration.ofMillis(1));
                  create();
                  return true;
                }));
  }

  @Test
  void asManyNewReferencesAsThereWereAreVisited() {
    int before = ReferenceScan.ALWAYS_VISITED + 10;
    for (int i = 0; i < before; i++) {
      create();
    }
    Set<String> met = new HashSet<>();
    scan(
        row -> {
          if (met.add(row.key().name()) && met.size() <= before) {
            world.move(Duration.ofMillis(1));
            create();
          }
          return true;
        });
    assertEquals(created.get(), met.size());
  }

  // A collection that left them out would delete all they lead to.
  @Test
  void anyNumberThatAClockFarAheadCreatedIsVisited() {
    int before = 2 * ReferenceScan.ALWAYS_VISITED;
    for (int i = 0; i < before; i++) {
      create(environment.nowMicros() + Duration.ofDays(2).toMillis() * 1_000);
    }
    AtomicInteger met = new AtomicInteger();
    scan(row -> met.incrementAndGet() > 0);
    assertEquals(before, met.get());
  }
}
