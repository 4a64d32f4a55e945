package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SnowflakeIdTest {
  @Test
  void partsStandWhereTheLayoutPutsThem() {
    assertEquals(1L << 22, SnowflakeId.of(1, 0, 0));
    assertEquals(1L << 12, SnowflakeId.of(0, 1, 0));
    assertEquals(1L, SnowflakeId.of(0, 0, 1));
    assertEquals(Long.MAX_VALUE, SnowflakeId.of(SnowflakeId.MAX_TIMESTAMP, 1023, 4095));
  }

  @Test
  void everyPartIsReadBackFromTheId() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long timestamp = random.nextLong(SnowflakeId.MAX_TIMESTAMP + 1);
      int node = random.nextInt(SnowflakeId.NODES);
      int sequence = random.nextInt(SnowflakeId.SEQUENCES);
      long id = SnowflakeId.of(timestamp, node, sequence);
      assertEquals(timestamp, SnowflakeId.timestamp(id));
      assertEquals(node, SnowflakeId.node(id));
      assertEquals(sequence, SnowflakeId.sequence(id));
      assertEquals(id, SnowflakeId.parse(SnowflakeId.format(id)));
    }
  }

  @Test
  void timestampsCountMillisecondsFromTheBeginOf2025() {
    Instant begin = Instant.parse("2025-01-01T00:00:00Z");
    assertEquals(begin, SnowflakeId.instant(SnowflakeId.of(0, 7, 7)));
    assertEquals(begin.plusMillis(1_500), SnowflakeId.instant(SnowflakeId.of(1_500, 7, 7)));
    assertEquals(1_500, SnowflakeId.toTimestamp(begin.plusMillis(1_500)));
    assertEquals(-1, SnowflakeId.toTimestamp(begin.minusMillis(1)));
  }

  @Test
  void textSortsAsTheNumbersDo() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 1_000; i++) {
      long a = random.nextLong() >>> random.nextInt(1, 63);
      long b = random.nextLong() >>> random.nextInt(1, 63);
      assertEquals(
          Integer.signum(Long.compare(a, b)),
          Integer.signum(SnowflakeId.format(a).compareTo(SnowflakeId.format(b))));
    }
  }

  @Test
  void theRowOfANodeLeaseIsNamedByTimestampAndSequenceZero() {
    assertEquals(0L, SnowflakeId.ofNodeLease(0));
    assertEquals(1023L << 12, SnowflakeId.ofNodeLease(1023));
  }

  @Test
  void theFirstThousandTimestampsAreReserved() {
    assertTrue(SnowflakeId.isReserved(SnowflakeId.ofNodeLease(1023)));
    assertTrue(SnowflakeId.isReserved(SnowflakeId.of(999, 1023, 4095)));
    assertFalse(SnowflakeId.isReserved(SnowflakeId.of(1_000, 0, 0)));
  }

  @Test
  void partsOutOfRangeAreRefusedByName() {
    assertMessage("timestamp", () -> SnowflakeId.of(-1, 0, 0));
    assertMessage("timestamp", () -> SnowflakeId.of(SnowflakeId.MAX_TIMESTAMP + 1, 0, 0));
    assertMessage("node", () -> SnowflakeId.of(0, 1024, 0));
    assertMessage("node", () -> SnowflakeId.ofNodeLease(-1));
    assertMessage("sequence", () -> SnowflakeId.of(0, 0, 4096));
    assertMessage("top bit", () -> SnowflakeId.timestamp(-1));
  }

  @Test
  void textThatIsNotAnIdIsRefused() {
    assertMessage("16 hexadecimal digits", () -> SnowflakeId.parse("1"));
    assertMessage("16 hexadecimal digits", () -> SnowflakeId.parse("000000000000000g"));
    assertMessage("top bit", () -> SnowflakeId.parse("8000000000000000"));
    assertEquals(0xabcL, SnowflakeId.parse("0000000000000ABC"));
  }

  @Test
  void peopleCanReadAnId() {
    assertEquals(
        "2025-01-01T00:00:01.500Z node 17 #4", SnowflakeId.describe(SnowflakeId.of(1_500, 17, 4)));
  }

  private static void assertMessage(String part, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
