package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks that show a time for which there are no IDs. */
class AbsurdClocksTest {
  /** From here on a timestamp followed by a sequence number is more than 64 bits. */
  private static final long WRAPS = 1L << 52;

  private final LeaseRows rows = new LeaseRows();

  @ParameterizedTest
  @ValueSource(longs = {SnowflakeId.MAX_TIMESTAMP + 1, WRAPS + 5_000, Long.MAX_VALUE})
  void aClockPastTheLastTimestampTakesNothing(long now) {
    NodeSequence sequence =
        new NodeSequence(0, 10_000, 0, Long.MAX_VALUE, () -> now, IdMetrics.NONE);
    assertEquals(NodeSequence.EXPIRED, sequence.tryTake(1));
    assertEquals(10_000, sequence.close());
  }

  @ParameterizedTest
  @ValueSource(longs = {SnowflakeId.MAX_TIMESTAMP, 1L << 51, Long.MAX_VALUE})
  void anEarlierHolderWithSuchAClockLeavesNothingToTake(long previousUntil) {
    NodeSequence sequence =
        new NodeSequence(0, previousUntil, 0, Long.MAX_VALUE, () -> 10_000, IdMetrics.NONE);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    assertEquals(previousUntil, sequence.close());
  }

  @Test
  void pastTheLastTimestampTheErrorSaysThatTheClockIsWrong() {
    LeasingProcess process = new LeasingProcess("p", rows, SnowflakeId.MAX_TIMESTAMP + 1_000);
    SnowflakeIds ids = process.openLowest();
    String message = assertThrows(LeaseLostException.class, ids::nextId).getMessage();
    assertTrue(message.contains("there are no IDs after 2094-09-07T15:47:35.551Z"), message);
    ids.close();
    assertEquals(0, rows.read(0).until());
  }

  @Test
  void beforeTheFirstTimestampTheErrorSaysThatTheClockIsBehind() {
    LeasingProcess process = new LeasingProcess("p", rows, -60_000);
    SnowflakeIds ids = process.openLowest();
    String message = assertThrows(ClockBehindException.class, ids::nextId).getMessage();
    assertTrue(message.contains("the clock shows 2024-12-31T23:59:00"), message);
    process.now = 5_000;
    assertTrue(SnowflakeId.timestamp(ids.nextId()) >= 5_000);
  }
}
