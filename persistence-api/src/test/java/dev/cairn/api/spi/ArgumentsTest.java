package dev.cairn.api.spi;

import static dev.cairn.api.spi.Rows.NAMED;
import static dev.cairn.api.spi.Rows.NUMBERED;
import static dev.cairn.api.spi.Rows.REFERENCE;
import static dev.cairn.api.spi.Rows.token;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ValueTooLargeException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ArgumentsTest {
  private static final Limits LIMITS = new Limits(Limits.LEAST_MAX_VALUE_BYTES, 10, 10);
  private static final Bytes LARGEST = Bytes.wrap(new byte[Limits.LEAST_MAX_VALUE_BYTES]);
  private static final Bytes TOO_LARGE = Bytes.wrap(new byte[Limits.LEAST_MAX_VALUE_BYTES + 1]);

  @Test
  void aSwapThatKeepsTheTokenIsRefused() {
    ReferenceRow reference = ReferenceRow.create(REFERENCE, token(1), 0);
    assertDoesNotThrow(() -> Arguments.checkSwap(token(1), reference.fence(token(2))));
    assertRefused("needs a new token", () -> Arguments.checkSwap(token(1), reference));

    ObjectRow object = ObjectRow.updateable(NAMED, LARGEST, token(1), 0);
    assertDoesNotThrow(() -> Arguments.checkSwap(LIMITS, token(2), object));
    assertRefused("needs a new token", () -> Arguments.checkSwap(LIMITS, token(1), object));
  }

  @Test
  void updateableRowsAreNotBulkWritten() {
    ObjectRow updateable = ObjectRow.updateable(NUMBERED, LARGEST, token(1), 0);
    assertRefused("updateable", () -> Arguments.checkWrite(LIMITS, List.of(updateable)));
  }

  @Test
  void immutableRowsAreNotWrittenConditionally() {
    ObjectRow immutable = ObjectRow.immutable(NUMBERED, LARGEST, 0);
    assertDoesNotThrow(() -> Arguments.checkWrite(LIMITS, List.of(immutable)));
    assertRefused("immutable", () -> Arguments.checkInsert(LIMITS, immutable));
    assertRefused("immutable", () -> Arguments.checkSwap(LIMITS, token(1), immutable));
  }

  @Test
  void oneByteOverTheLimitIsRefusedByEveryWrite() {
    ObjectRow immutable = ObjectRow.immutable(NUMBERED, TOO_LARGE, 0);
    ObjectRow updateable = ObjectRow.updateable(NAMED, TOO_LARGE, token(1), 0);
    assertTooLarge(() -> Arguments.checkWrite(LIMITS, List.of(immutable)));
    assertTooLarge(() -> Arguments.checkInsert(LIMITS, updateable));
    assertTooLarge(() -> Arguments.checkSwap(LIMITS, token(2), updateable));
  }

  @Test
  void namedObjectsAreDeletedByTheirTokenOnly() {
    assertDoesNotThrow(() -> Arguments.checkDelete(List.of(NUMBERED)));
    assertRefused("by its token only", () -> Arguments.checkDelete(List.of(NUMBERED, NAMED)));
  }

  @Test
  void limitsHaveRoomForChunksAndBatchesForARow() {
    assertRefused("at least 4096 bytes, not 4095", () -> new Limits(4095, 1, 1));
    assertRefused("at least one row", () -> new Limits(4096, 0, 1));
    assertRefused("at least one row", () -> new Limits(4096, 1, 0));
  }

  private static void assertRefused(String part, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }

  private static void assertTooLarge(Executable call) {
    String message = assertThrows(ValueTooLargeException.class, call).getMessage();
    assertTrue(message.contains("4097 bytes") && message.contains("at most 4096"), message);
  }
}
