package dev.cairn.core.internal.turn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TurnListTest {
  @Test
  void theListOfLevel2() throws IOException {
    try (InputStream in = TurnListTest.class.getResourceAsStream("/golden/turns-level-2.hex")) {
      assertNotNull(in, "golden file turns-level-2.hex is missing");
      String golden = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
      TurnList list = TurnList.of(0, 7, 257, 1023);
      assertEquals(golden, list.toBytes().toHex());
      assertEquals(list, TurnList.ofBytes(Bytes.ofHex(golden)));
    }
  }

  @Test
  void anEmptyListHasNoBytes() {
    assertTrue(TurnList.EMPTY.toBytes().isEmpty());
    assertTrue(TurnList.ofBytes(Bytes.empty()).isEmpty());
    assertEquals(-1, TurnList.EMPTY.first());
  }

  // Written by a process that forges lists, or by damage: the list is a courtesy and stops no
  // process.
  @Test
  void nonsenseIsIgnored() {
    assertArrayEquals(
        new int[] {7, 1},
        TurnList.ofBytes(Bytes.ofHex("0007" + "0400" + "0001ffff" + "0007" + "05")).nodes());
    assertTrue(TurnList.ofBytes(Bytes.ofHex("ff")).isEmpty());
  }

  @Test
  void nodesJoinAtTheEndAndLeaveFromAnywhere() {
    TurnList list = TurnList.of(3, 5).plus(9);
    assertEquals(2, list.placeOf(9));
    assertEquals(-1, list.placeOf(4));
    assertEquals(TurnList.of(3, 9), list.without(5));
    assertEquals(TurnList.of(9), list.without(list.first(2)));
    assertEquals(TurnList.of(9, 3, 5), list.without(9).startingWith(9));
    assertEquals("3, 5, 9", list.toString());
  }
}
