package dev.cairn.core.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.maintenance.CollectionReport.UnknownScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CollectionStateTest {
  private static final CollectionState STATE =
      new CollectionState(
          300,
          200,
          100,
          true,
          Optional.of("AQI="),
          new SweepCounts(
              7,
              2,
              new TreeMap<>(Map.of("table", new Amount(3, 40))),
              new TreeMap<>(),
              List.of(new UnknownScope("a", "b", new Amount(1, 5)))));

  // Another release may go on with a collection that this one began.
  private static final String STORED =
      "{\"start\":300,\"cutoff\":200,\"retainFrom\":100,\"isFenced\":true,\"position\":\"AQI=\","
          + "\"counts\":{\"scanned\":7,\"young\":2,\"deleted\":{\"table\":{\"rows\":3,\"bytes\":40}},"
          + "\"unknownTypes\":{},\"unknownScopes\":[{\"tenantId\":\"a\",\"catalogId\":\"b\","
          + "\"amount\":{\"rows\":1,\"bytes\":5}}]}}";

  @Test
  void itIsStoredAsItAlwaysWas() {
    assertEquals(STORED, STATE.toText());
    assertEquals(STATE, CollectionState.ofText(STORED));
  }

  @Test
  void whatANewerReleaseAddsIsPassedOver() {
    assertEquals(
        STATE, CollectionState.ofText(STORED.replace("\"start\"", "\"later\":[1],\"start\"")));
  }

  @Test
  void somethingElseIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> CollectionState.ofText("half"));
  }
}
