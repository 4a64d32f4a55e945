package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.SizeEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** From opening to closing: schema, health, size, and what is refused afterwards. */
public interface LifeContract extends ContractPart {
  @Test
  default void nameIsOneThatConfigurationCanSelect() {
    assertTrue(backend().name().matches("[a-z0-9]+"), () -> "'" + backend().name() + "'");
  }

  @Test
  default void limitsStayTheSame() {
    assertEquals(backend().limits(), backend().limits(), "the limits of a backend do not change");
  }

  @Test
  default void schemaIsVerifiedAndCreatedAgainWithoutHarm() {
    ObjectRow object = TestRows.immutable(TestRows.scope(), 1);
    ReferenceRow reference = TestRows.reference(object.key().scope(), "main");
    backend().write(List.of(object));
    Expect.applied(backend().insertReference(reference));
    backend().verifySchema();
    backend().createSchema();
    backend().createSchema();
    backend().verifySchema();
    Expect.there(backend(), object);
    Expect.there(backend(), reference);
  }

  @Test
  default void schemaIsDescribedForPeople() {
    assertFalse(backend().describeSchema().isBlank(), "the schema is described for operators");
  }

  @Test
  default void openBackendIsHealthy() {
    Health health = backend().health();
    assertTrue(health.healthy(), health::detail);
    assertFalse(health.detail().isBlank(), "health has a detail for operators");
  }

  @Test
  default void sizeIsEstimatedWhereTheDatabaseTells() {
    backend().write(List.of(TestRows.immutable(TestRows.scope(), 1)));
    SizeEstimate size = backend().estimateSize();
    for (OptionalLong number : List.of(size.objects(), size.references(), size.bytes())) {
      number.ifPresent(value -> assertTrue(value >= 0, () -> "negative: " + value));
    }
  }

  @Test
  default void statisticsHaveNamesAndNumbersForMetrics() {
    backend()
        .statistics()
        .forEach(
            (name, value) -> {
              assertTrue(name.matches("[a-z][a-z0-9-]*(\\.[a-z0-9-]+)*"), () -> "'" + name + "'");
              assertTrue(Double.isFinite(value), () -> name + " is " + value);
            });
    Backend closed = open(run());
    closed.close();
    assertEquals(Map.of(), closed.statistics(), "a closed backend has no statistics");
  }

  // A process whose clock is farther from the database's would not be allowed to commit.
  @Test
  default void theTimeIsWhatTheDatabasesClockShowsDuringTheCall() {
    Duration tolerance = Duration.ofSeconds(5);
    Instant before = Instant.now();
    Optional<DatabaseTime> first = backend().time();
    Optional<DatabaseTime> second = backend().time();
    Instant after = Instant.now();
    assertEquals(first.isPresent(), second.isPresent(), "it is reported always or never");
    if (first.isPresent()) {
      DatabaseTime earlier = first.get();
      DatabaseTime later = second.get();
      assertTrue(earlier.resolution().compareTo(Duration.ofSeconds(1)) <= 0, earlier::toString);
      assertFalse(earlier.latest().isBefore(before.minus(tolerance)), earlier::toString);
      assertFalse(later.time().isAfter(after.plus(tolerance)), later::toString);
      assertFalse(later.latest().isBefore(earlier.time()), () -> earlier + ", then " + later);
      Backend closed = open(run());
      closed.close();
      assertThrows(
          ClosedException.class, closed::time, "a closed backend refuses to tell the time");
    }
  }

  @Test
  default void everyOperationIsRefusedAfterClose() {
    Backend closed = open(run());
    closed.close();
    assertAll(
        "a closed backend refuses every operation",
        operations(closed).entrySet().stream()
            .map(
                operation ->
                    () ->
                        assertThrows(
                            ClosedException.class, operation.getValue(), operation.getKey())));
  }

  @Test
  default void closeCanBeRepeatedAndLeavesTheBackendUnhealthy() {
    Backend closed = open(run());
    closed.close();
    closed.close();
    assertFalse(closed.health().healthy(), "a closed backend is not healthy");
  }

  @Test
  default void closingOneBackendLeavesOthersOpen() {
    Backend closed = open(run());
    Backend other = open(run());
    closed.close();
    ObjectRow row = TestRows.immutable(TestRows.scope(), 1);
    other.write(List.of(row));
    Expect.there(other, row);
    other.close();
    assertTrue(backend().health().healthy(), "a backend stays healthy when another one closes");
  }

  // A file channel, for one, closes itself when a thread that is interrupted uses it.
  @Test
  default void callsOfAnInterruptedThreadLeaveTheBackendUsable() {
    Map<String, Executable> calls = operations(backend());
    calls.remove("createSchema");
    calls.forEach(
        (name, call) -> {
          disturbed(name, call);
          Health health = backend().health();
          assertTrue(
              health.healthy(),
              () ->
                  "an interrupt ends one call and not the backend; after " + name + ": " + health);
          ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), name), "later");
          Expect.applied(backend().insert(row));
          Expect.there(backend(), row);
        });
  }

  private static void disturbed(String name, Executable call) {
    Thread.currentThread().interrupt();
    try {
      call.execute();
    } catch (BackendUnavailableException e) {
      // The interrupted call itself may fail in this way only.
    } catch (Throwable e) {
      fail(
          "an interrupted call is done, unknown or unavailable; %s threw %s".formatted(name, e), e);
    } finally {
      boolean unused = Thread.interrupted();
    }
  }

  private static Map<String, Executable> operations(Backend backend) {
    ReferenceRow reference = TestRows.reference(TestRows.scope(), "main");
    ObjectRow object = TestRows.immutable(reference.key().scope(), 1);
    ObjectRow updateable =
        TestRows.updateable(TestRows.named(reference.key().scope(), "lease"), "one");
    Map<String, Executable> calls = new LinkedHashMap<>();
    calls.put("insertReference", () -> backend.insertReference(reference));
    calls.put("readReference", () -> backend.readReference(reference.key(), ReadMode.STRONG));
    calls.put("weak readReference", () -> backend.readReference(reference.key(), ReadMode.WEAK));
    calls.put("swapReference", () -> backend.swapReference(TestRows.token(), reference));
    calls.put("removeReference", () -> backend.removeReference(reference.key(), TestRows.token()));
    calls.put(
        "scanReferences",
        () -> backend.scanReferences(Optional.empty(), Optional.empty(), row -> true));
    calls.put("fetch", () -> backend.fetch(List.of(object.key()), ReadMode.STRONG));
    calls.put("weak fetch", () -> backend.fetch(List.of(object.key()), ReadMode.WEAK));
    calls.put("write", () -> backend.write(List.of(object)));
    calls.put(
        "writeAndSwap", () -> backend.writeAndSwap(List.of(object), TestRows.token(), reference));
    calls.put("insert", () -> backend.insert(updateable));
    calls.put("swap", () -> backend.swap(TestRows.token(), updateable));
    calls.put("deleteIf", () -> backend.deleteIf(updateable.key(), TestRows.token()));
    calls.put("delete", () -> backend.delete(List.of(object.key())));
    calls.put(
        "scanObjects",
        () ->
            backend.scanObjects(
                Optional.empty(), Optional.empty(), ScanBound.NONE, Optional.empty(), row -> true));
    calls.put("createSchema", backend::createSchema);
    calls.put("verifySchema", backend::verifySchema);
    calls.put("estimateSize", backend::estimateSize);
    return calls;
  }
}
