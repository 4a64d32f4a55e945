package dev.cairn.api.spi;

import static dev.cairn.api.spi.Rows.NAMED;
import static dev.cairn.api.spi.Rows.NUMBERED;
import static dev.cairn.api.spi.Rows.token;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ObjectRowTest {
  private static final Bytes VALUE = Bytes.ofUtf8("value");

  @Test
  void theFactoriesFillWhatTheyAreNamedAfter() {
    assertEquals(
        new ObjectRow(NUMBERED, VALUE, Optional.empty(), 5, OptionalLong.empty()),
        ObjectRow.immutable(NUMBERED, VALUE, 5));
    assertEquals(
        new ObjectRow(NAMED, VALUE, Optional.of(token(1)), 5, OptionalLong.empty()),
        ObjectRow.updateable(NAMED, VALUE, token(1), 5));
    assertEquals(
        new ObjectRow(NAMED, VALUE, Optional.of(token(1)), 5, OptionalLong.of(9)),
        ObjectRow.expiring(NAMED, VALUE, token(1), 5, 9));
  }

  @Test
  void updateableObjectsMayHaveNumbersToo() {
    assertEquals(NUMBERED, ObjectRow.updateable(NUMBERED, VALUE, token(1), 0).key());
  }

  @Test
  void anImmutableObjectHasANumberAsItsId() {
    String message = refusal(() -> ObjectRow.immutable(NAMED, VALUE, 5));
    assertTrue(message.contains(NAMED.toString()), message);
    assertTrue(message.contains("8-byte number"), message);
  }

  @Test
  void anImmutableObjectNeverExpires() {
    String message =
        refusal(() -> new ObjectRow(NUMBERED, VALUE, Optional.empty(), 5, OptionalLong.of(9)));
    assertTrue(message.contains(NUMBERED + " must not expire"), message);
  }

  @Test
  void timesBefore1970AreRefusedByName() {
    assertEquals(
        "created-at is before 1970: -1 µs",
        refusal(() -> ObjectRow.immutable(NUMBERED, VALUE, -1)));
    assertEquals(
        "expires-at is before 1970: -1 µs",
        refusal(() -> ObjectRow.expiring(NAMED, VALUE, token(1), 0, -1)));
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}
