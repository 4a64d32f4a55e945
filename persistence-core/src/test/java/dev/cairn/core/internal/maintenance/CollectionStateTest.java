package dev.cairn.core.internal.maintenance;

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
              List.of(new UnknownScope("a", "b", new Amount(1, 5)))),
          Optional.empty());

  // Another release may go on with a collection that this one began.
  private static final String STORED =
      "{\"start\":300,\"cutoff\":200,\"retainFrom\":100,\"isFenced\":true,\"position\":\"AQI=\","
          + "\"counts\":{\"scanned\":7,\"young\":2,\"deleted\":{\"table\":{\"rows\":3,\"bytes\":40}},"
          + "\"unknownTypes\":{},\"unknownScopes\":[{\"tenantId\":\"a\",\"catalogId\":\"b\","
          + "\"amount\":{\"rows\":1,\"bytes\":5}}]}}";

  private static final String IN_PARTS =
      STORED
          .replace("\"AQI=\"", "null")
          .replace("\"bytes\":5}}]}}", "\"bytes\":5}}]},\"parts\":[\"AQI=\",\"Aw==\"]}");

  @Test
  void itIsStoredAsItAlwaysWas() {
    assertEquals(STORED, STATE.toText());
    assertEquals(STATE, CollectionState.ofText(STORED));
  }

  @Test
  void partsAreStoredBesideIt() {
    CollectionState inParts = STATE.swept(List.of("AQI=", "Aw=="), STATE.counts());
    assertEquals(IN_PARTS, inParts.toText());
    assertEquals(inParts, CollectionState.ofText(IN_PARTS));
    assertEquals(Optional.of(List.of("AQI=", "Aw==")), inParts.left());
    // All parts done is something else than not begun.
    CollectionState done = STATE.swept(List.of(), STATE.counts());
    assertEquals(Optional.of(List.of()), CollectionState.ofText(done.toText()).left());
  }

  @Test
  void onePositionOfAnEarlierReleaseIsOnePart() {
    assertEquals(Optional.of(List.of("AQI=")), CollectionState.ofText(STORED).left());
    String notBegun = STORED.replace("\"AQI=\"", "null");
    assertEquals(Optional.empty(), CollectionState.ofText(notBegun).left());
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
