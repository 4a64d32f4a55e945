package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendClosedException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.SizeEstimate;
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
    assertEquals(backend().limits(), backend().limits());
  }

  @Test
  default void schemaIsVerifiedAndCreatedAgainWithoutHarm() {
    ObjectRow object = Rows.immutable(Rows.scope(), 1);
    ReferenceRow reference = Rows.reference(object.key().scope(), "main");
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
    assertFalse(backend().describeSchema().isBlank());
  }

  @Test
  default void openBackendIsHealthy() {
    Health health = backend().health();
    assertTrue(health.healthy(), health::detail);
    assertFalse(health.detail().isBlank());
  }

  @Test
  default void sizeIsEstimatedWhereTheDatabaseTells() {
    backend().write(List.of(Rows.immutable(Rows.scope(), 1)));
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
    assertEquals(Map.of(), closed.statistics());
  }

  @Test
  default void everyOperationIsRefusedAfterClose() {
    Backend closed = open(run());
    closed.close();
    assertAll(
        operations(closed).entrySet().stream()
            .map(
                operation ->
                    () ->
                        assertThrows(
                            BackendClosedException.class,
                            operation.getValue(),
                            operation.getKey())));
  }

  @Test
  default void closeCanBeRepeatedAndLeavesTheBackendUnhealthy() {
    Backend closed = open(run());
    closed.close();
    closed.close();
    assertFalse(closed.health().healthy());
  }

  @Test
  default void closingOneBackendLeavesOthersOpen() {
    Backend closed = open(run());
    Backend other = open(run());
    closed.close();
    ObjectRow row = Rows.immutable(Rows.scope(), 1);
    other.write(List.of(row));
    Expect.there(other, row);
    other.close();
    assertTrue(backend().health().healthy());
  }

  private static Map<String, Executable> operations(Backend backend) {
    ReferenceRow reference = Rows.reference(Rows.scope(), "main");
    ObjectRow object = Rows.immutable(reference.key().scope(), 1);
    ObjectRow updateable = Rows.updateable(Rows.named(reference.key().scope(), "lease"), "one");
    Map<String, Executable> calls = new LinkedHashMap<>();
    calls.put("insertReference", () -> backend.insertReference(reference));
    calls.put("readReference", () -> backend.readReference(reference.key(), ReadMode.STRONG));
    calls.put("weak readReference", () -> backend.readReference(reference.key(), ReadMode.WEAK));
    calls.put("swapReference", () -> backend.swapReference(Rows.token(), reference));
    calls.put("removeReference", () -> backend.removeReference(reference.key(), Rows.token()));
    calls.put(
        "scanReferences",
        () -> backend.scanReferences(Optional.empty(), Optional.empty(), row -> true));
    calls.put("fetch", () -> backend.fetch(List.of(object.key()), ReadMode.STRONG));
    calls.put("weak fetch", () -> backend.fetch(List.of(object.key()), ReadMode.WEAK));
    calls.put("write", () -> backend.write(List.of(object)));
    calls.put("insert", () -> backend.insert(updateable));
    calls.put("swap", () -> backend.swap(Rows.token(), updateable));
    calls.put("deleteIf", () -> backend.deleteIf(updateable.key(), Rows.token()));
    calls.put("delete", () -> backend.delete(List.of(object.key())));
    calls.put(
        "scanObjects",
        () ->
            backend.scanObjects(Optional.empty(), Optional.empty(), Optional.empty(), row -> true));
    calls.put("createSchema", backend::createSchema);
    calls.put("verifySchema", backend::verifySchema);
    calls.put("estimateSize", backend::estimateSize);
    return calls;
  }
}
