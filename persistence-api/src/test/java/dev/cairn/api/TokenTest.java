package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
  @Test
  void aTokenComesBackFromItsSixteenBytes() {
    Token token = new Token(0x8001020304050607L, 0x08090a0b0c0d0e0fL);
    assertEquals("800102030405060708090a0b0c0d0e0f", token.toBytes().toHex());
    assertEquals("800102030405060708090a0b0c0d0e0f", token.toString());
    assertEquals(token, Token.ofBytes(token.toBytes()));
  }

  @Test
  void bothHalvesCount() {
    Token token = new Token(1, 2);
    assertNotEquals(token, new Token(1, 3));
    assertNotEquals(token, new Token(3, 2));
    assertNotEquals(token, new Token(2, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, 17})
  void otherLengthsAreRefused(int length) {
    Bytes bytes = Bytes.wrap(new byte[length]);
    var refused = assertThrows(IllegalArgumentException.class, () -> Token.ofBytes(bytes));
    assertTrue(refused.getMessage().contains("16 bytes, not " + length), refused.getMessage());
  }
}
