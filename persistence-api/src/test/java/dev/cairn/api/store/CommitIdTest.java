package dev.cairn.api.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CommitIdTest {
  private static final CommitId ID =
      new CommitId("main", 1_780_000_000_000_000L, new HeadId(351, 0x037165ac5c9f2000L), 7);

  @Test
  void anIdIsReadAsItWasWritten() {
    assertEquals(ID, CommitId.parse(ID.toString()));
    CommitId odd = new CommitId("n\u00e4me/1 2", 0, new HeadId(1, 1), 0);
    assertEquals(odd, CommitId.parse(odd.toString()));
    assertTrue(odd.toString().matches("[0-9a-f]+"), odd.toString());
  }

  @Test
  void everyTruncationAndExtensionIsRefused() {
    String text = ID.toString();
    for (int length = 0; length < text.length(); length++) {
      String cut = text.substring(0, length);
      assertThrows(IllegalArgumentException.class, () -> CommitId.parse(cut), cut);
    }
    assertThrows(IllegalArgumentException.class, () -> CommitId.parse(text + "00"));
  }

  @Test
  void anUnknownFormatAndAnImpossibleNameAreRefusedByName() {
    String other = "02" + ID.toString().substring(2);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> CommitId.parse(other));
    assertTrue(refused.getMessage().startsWith("'" + other + "' is not the ID of a commit"));
    CommitId nameless = new CommitId("", 0, new HeadId(1, 1), 0);
    assertThrows(IllegalArgumentException.class, () -> CommitId.parse(nameless.toString()));
    assertThrows(
        IllegalArgumentException.class, () -> new CommitId("main", -1, new HeadId(1, 1), 0));
    assertThrows(
        IllegalArgumentException.class, () -> new CommitId("main", 0, new HeadId(1, 1), -1));
  }
}
