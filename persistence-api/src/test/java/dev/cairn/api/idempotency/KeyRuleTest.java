package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.InvalidRequestException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRuleTest {
  private static final String V7 = "01939c5e-7a31-7cc3-98c4-dc0c0c07398f";
  private static final String V4 = "550e8400-e29b-41d4-a716-446655440000";

  @ParameterizedTest
  @ValueSource(strings = {"a", "Z", "0", "abc123", "a_b.c-D", V4})
  void plainKeysAreTakenAsTheyAre(String key) {
    assertEquals(key, KeyRule.PATTERN.parse(key).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_a", ".a", "-a", "a b", "a/b", "ä", "a\n", "\u0000", "a:b"})
  void otherKeysAreRefusedWithTheRule(String key) {
    InvalidRequestException e =
        assertThrows(InvalidRequestException.class, () -> KeyRule.PATTERN.parse(key));
    assertTrue(e.getMessage().contains("idempotency key"), e::getMessage);
    assertFalse(e.getMessage().chars().anyMatch(Character::isISOControl), e::getMessage);
  }

  @Test
  void aKeyHasAtMost255Characters() {
    assertEquals(255, KeyRule.PATTERN.parse("k".repeat(255)).text().length());
    InvalidRequestException e =
        assertThrows(InvalidRequestException.class, () -> KeyRule.PATTERN.parse("k".repeat(256)));
    assertTrue(e.getMessage().contains("256"), e::getMessage);
  }

  @Test
  void aUuidIsTheSameKeyInCapitals() {
    assertEquals(KeyRule.UUID.parse(V7), KeyRule.UUID.parse(V7.toUpperCase(Locale.ROOT)));
    assertTrue(KeyRule.UUID.parse(V7).isUuidV7());
    assertFalse(KeyRule.UUID.parse(V4).isUuidV7());
    assertFalse(KeyRule.PATTERN.parse("abc").isUuidV7());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "550e8400e29b41d4a716446655440000",
        "{550e8400-e29b-41d4-a716-446655440000}",
        "550e8400-e29b-41d4-a716-44665544000",
        "550e8400-e29b-41d4-a716-44665544000g",
        "550e8400-e29b-01d4-a716-446655440000", // version 0
        "550e8400-e29b-41d4-c716-446655440000", // another variant
        "00000000-0000-0000-0000-000000000000"
      })
  void whatIsNoUuidIsRefused(String key) {
    assertThrows(InvalidRequestException.class, () -> KeyRule.UUID.parse(key));
  }
}
