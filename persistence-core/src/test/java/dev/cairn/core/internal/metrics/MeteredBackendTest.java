package dev.cairn.core.internal.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeteredBackendTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final InMemoryBackend database = new InMemoryBackend();
  private final LossyBackend lossy = new LossyBackend(database);
  private final MeteredBackend backend = new MeteredBackend(lossy, registry);

  private static ReferenceRow reference(String name) {
    return ReferenceRow.create(new ReferenceKey(SCOPE, name), new Token(1, 2), 1);
  }

  private static ObjectKey key(long id) {
    return new ObjectRef("table", id).in(SCOPE);
  }

  private long count(Operation operation, String outcome) {
    return registry
        .get("cairn.backend." + operation.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .tag("backend", "inmemory")
        .tag("outcome", outcome)
        .timer()
        .count();
  }

  private double count(String name, String direction) {
    return registry
        .get(name)
        .tag("backend", "inmemory")
        .tag("direction", direction)
        .counter()
        .count();
  }

  @Test
  void conditionalWritesAreTimedByOutcome() {
    var applied = backend.insertReference(reference("a"));
    var conflict = backend.insertReference(reference("a"));
    lossy.next(Fate.APPLIED_REPLY_LOST, Fate.REFUSED);
    var unknown = backend.insertReference(reference("b"));
    assertThrows(BackendUnavailableException.class, () -> backend.insertReference(reference("c")));
    assertEquals(1, count(Operation.INSERT_REFERENCE, "applied"), applied.toString());
    assertEquals(1, count(Operation.INSERT_REFERENCE, "conflict"), conflict.toString());
    assertEquals(1, count(Operation.INSERT_REFERENCE, "unknown"), unknown.toString());
    assertEquals(1, count(Operation.INSERT_REFERENCE, "unavailable"));
    assertEquals(0, count(Operation.INSERT_REFERENCE, "done"));
  }

  @Test
  void otherCallsAreDoneOrNot() {
    var row = backend.readReference(reference("a").key(), ReadMode.STRONG);
    assertEquals(1, count(Operation.READ_REFERENCE, "done"), row.toString());
    database.close();
    assertThrows(
        ClosedException.class, () -> backend.readReference(reference("a").key(), ReadMode.STRONG));
    assertEquals(1, count(Operation.READ_REFERENCE, "failed"));
  }

  @Test
  void rowsAndBytesAreCountedBothWays() {
    backend.write(
        List.of(
            ObjectRow.immutable(key(1), Bytes.wrap(new byte[100]), 1),
            ObjectRow.immutable(key(2), Bytes.wrap(new byte[50]), 1)));
    List<Optional<ObjectRow>> found =
        backend.fetch(List.of(key(1), key(2), key(3)), ReadMode.STRONG);
    assertEquals(3, found.size());
    assertEquals(2, count("cairn.backend.rows", "written"));
    assertEquals(150, count("cairn.backend.bytes", "written"));
    assertEquals(2, count("cairn.backend.rows", "read"), "what is missing is no row");
    assertEquals(150, count("cairn.backend.bytes", "read"));
    assertEquals(1, count(Operation.WRITE, "done"));
    assertEquals(1, count(Operation.FETCH, "done"));
  }

  @Test
  void whatWasNotWrittenIsNotCounted() {
    database.close();
    ObjectRow row = ObjectRow.immutable(key(1), Bytes.wrap(new byte[100]), 1);
    assertThrows(ClosedException.class, () -> backend.write(List.of(row)));
    assertEquals(0, count("cairn.backend.rows", "written"));
    assertEquals(1, count(Operation.WRITE, "failed"));
  }

  @Test
  void everyOperationHasATimerForEveryOutcome() {
    for (Operation operation : Operation.values()) {
      for (String outcome :
          List.of("applied", "conflict", "unknown", "done", "unavailable", "failed")) {
        assertEquals(0, count(operation, outcome));
      }
    }
    registry.forEachMeter(
        meter -> assertTrue(meter.getId().getName().startsWith("cairn.backend.")));
  }
}
