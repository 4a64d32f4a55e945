package dev.cairn.api.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageRequestTest {
  @Test
  void aPageHasAtLeastOneItem() {
    assertEquals(new PageRequest(1, Optional.empty()), PageRequest.first(1));
    assertEquals(new PageRequest(7, Optional.of("token")), PageRequest.after("token", 7));
    assertThrows(IllegalArgumentException.class, () -> PageRequest.first(0));
    assertThrows(IllegalArgumentException.class, () -> PageRequest.after("token", -1));
  }
}
