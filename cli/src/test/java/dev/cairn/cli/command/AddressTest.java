package dev.cairn.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.store.HeadId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class AddressTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private static StateAddress state(String text) {
    return StateAddress.parse(text, () -> NOW);
  }

  @Test
  void aCatalogIsTwoNamesOrTheIdsOfAScope() {
    assertEquals(new CatalogAddress(false, "acme", "sales"), CatalogAddress.parse("acme/sales"));
    assertEquals(new CatalogAddress(true, "t1", "c1"), CatalogAddress.parse("@t1/c1"));
    assertEquals(new CatalogAddress(false, "a/b", "c"), CatalogAddress.parse("a%2Fb/c"));
    for (String text : List.of("acme/sales", "@t1/c1", "a%2Fb/c")) {
      assertEquals(text, CatalogAddress.parse(text).toString());
    }
    for (String text : List.of("", "acme", "/sales", "acme/", "a/b/c", "@", "0x00")) {
      assertThrows(IllegalArgumentException.class, () -> CatalogAddress.parse(text), text);
    }
  }

  @Test
  void aStateIsAHeadOrATimeOrHowLongAgo() {
    HeadId head = new HeadId(17, 0x0123456789abcdefL);
    assertEquals(Optional.of(head), state(head.toString()).head());
    assertEquals(Optional.of(NOW.minusSeconds(300)), state("PT5M").time());
    assertEquals(Optional.of(NOW.minusSeconds(5400)), state("1h30m").time());
    assertEquals(Optional.of(NOW), state("2026-03-01T10:00:00Z").time());
    for (String text :
        List.of("", "17", "0-0123456789abcdef", "17-f123456789abcdef", "17-0123", "P", "now")) {
      assertThrows(TypeConversionException.class, () -> state(text), text);
    }
  }
}
