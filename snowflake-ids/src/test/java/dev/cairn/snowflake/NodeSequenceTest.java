package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class NodeSequenceTest {
  private static final int NODE = 5;
  private static final long NEVER = SnowflakeId.MAX_TIMESTAMP;

  private final AtomicLong clock = new AtomicLong(10_000);

  private NodeSequence sequence(long previousUntil, long until) {
    return sequence(previousUntil, until, clock::get);
  }

  private static NodeSequence sequence(long previousUntil, long until, LongSupplier clock) {
    return new NodeSequence(NODE, previousUntil, 0, until, clock, IdMetrics.NONE);
  }

  private static long position(long timestamp, int sequence) {
    return timestamp << 12 | sequence;
  }

  @Test
  void idsOfAMillisecondAreNumberedFromZero() {
    NodeSequence sequence = sequence(0, NEVER);
    assertEquals(position(10_000, 0), sequence.tryTake(1));
    assertEquals(position(10_000, 1), sequence.tryTake(1));
    clock.set(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
  }

  @Test
  void aPositionBecomesAnIdOfTheNode() {
    assertEquals(SnowflakeId.of(10_000, NODE, 9), NodeSequence.idAt(NODE, position(10_000, 9)));
  }

  @Test
  void aMillisecondHas4096IdsAndNoneIsFromTheFuture() {
    NodeSequence sequence = sequence(0, NEVER);
    for (int i = 0; i < SnowflakeId.SEQUENCES; i++) {
      assertEquals(position(10_000, i), sequence.tryTake(1));
    }
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    clock.set(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
  }

  @Test
  void aBatchThatDoesNotFitIntoTheMillisecondTakesNothing() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(4_000);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(97));
    assertEquals(position(10_000, 4_000), sequence.tryTake(96));
  }

  @Test
  void aBatchThatWaitedUsesWhatWasLeftOfTheMillisecondAndGoesOnInTheNext() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(4_000);
    clock.set(10_001);
    assertEquals(position(10_000, 4_000), sequence.tryTake(100));
    assertEquals(position(10_001, 4), sequence.tryTake(1));
  }

  @Test
  void aFullBatchFitsIntoEveryNewMillisecond() {
    NodeSequence sequence = sequence(0, NEVER);
    assertEquals(position(10_000, 0), sequence.tryTake(SnowflakeId.SEQUENCES));
    clock.set(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(SnowflakeId.SEQUENCES));
  }

  @Test
  void millisecondsSleptThroughUnderLoadAreStillUsed() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(SnowflakeId.SEQUENCES);
    clock.set(10_003);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
    assertEquals(position(10_001, 1), sequence.tryTake(4_095));
    assertEquals(position(10_002, 0), sequence.tryTake(4_096));
    assertEquals(position(10_003, 0), sequence.tryTake(4_096));
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
  }

  @Test
  void timestampsLagByAtMostTheBound() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(SnowflakeId.SEQUENCES);
    clock.set(10_000 + NodeSequence.MAX_LAG + 1);
    assertEquals(position(10_000 + NodeSequence.MAX_LAG + 1, 0), sequence.tryTake(1));
  }

  @Test
  void withoutLoadTimestampsAreThoseOfTheClock() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(1);
    clock.set(10_002);
    assertEquals(position(10_002, 0), sequence.tryTake(1));
  }

  @Test
  void afterABackwardStepTheLastTimestampIsUsedUpFirst() {
    long[] behind = new long[1];
    IdMetrics metrics =
        new IdMetrics() {
          @Override
          public void clockBehind(long millis) {
            behind[0] += millis;
          }
        };
    NodeSequence sequence = new NodeSequence(NODE, 0, 0, NEVER, clock::get, metrics);
    sequence.tryTake(1);
    clock.set(9_000);
    assertEquals(position(10_000, 1), sequence.tryTake(1));
    assertEquals(position(10_000, 2), sequence.tryTake(4_094));
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    assertEquals(2_000, behind[0]);
    clock.set(10_000);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    clock.set(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
  }

  @Test
  void timestampsBeginAfterThoseOfEarlierHolders() {
    NodeSequence sequence = sequence(10_000, NEVER);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    clock.set(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
  }

  @Test
  void timestampsBeginAfterThoseOfThisProcessOnOtherNodes() {
    NodeSequence sequence = new NodeSequence(NODE, 0, 10_000, NEVER, clock::get, IdMetrics.NONE);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    assertEquals(0, sequence.close());
  }

  @Test
  void reservedTimestampsAreNotHandedOut() {
    clock.set(999);
    NodeSequence sequence = sequence(0, NEVER);
    assertEquals(NodeSequence.EXHAUSTED, sequence.tryTake(1));
    clock.set(1_000);
    assertEquals(position(1_000, 0), sequence.tryTake(1));
  }

  @Test
  void theLastMillisecondOfTheLeaseIsTheLastOne() {
    NodeSequence sequence = sequence(0, 10_000);
    assertEquals(position(10_000, 0), sequence.tryTake(1));
    clock.set(10_001);
    assertEquals(NodeSequence.EXPIRED, sequence.tryTake(1));
    sequence.extend(10_001);
    assertEquals(position(10_001, 0), sequence.tryTake(1));
  }

  @Test
  void aBatchReachingPastTheLeaseTakesNothing() {
    NodeSequence sequence = sequence(0, 10_000);
    sequence.tryTake(4_095);
    clock.set(10_001);
    assertEquals(NodeSequence.EXPIRED, sequence.tryTake(2));
    assertEquals(10_000, sequence.close());
  }

  @Test
  void aRenewalNeverShortensTheLease() {
    NodeSequence sequence = sequence(0, 20_000);
    sequence.extend(10_000);
    assertEquals(20_000, sequence.until());
  }

  @Test
  void aHolderPausedPastItsLeaseTakesNothingOutsideOfIt() {
    // The pause is in the middle of taking: the clock is asked, and answers after the lease is
    // over.
    NodeSequence sequence = sequence(0, 10_000, () -> clock.getAndAdd(60_000));
    assertEquals(position(10_000, 0), sequence.tryTake(1));
    assertEquals(NodeSequence.EXPIRED, sequence.tryTake(1));
  }

  @Test
  void closingSaysWhichTimestampWasTheLast() {
    NodeSequence sequence = sequence(0, NEVER);
    sequence.tryTake(1);
    clock.set(10_007);
    sequence.tryTake(1);
    clock.set(10_009);
    assertEquals(10_007, sequence.close());
    assertEquals(NodeSequence.CLOSED, sequence.tryTake(1));
    assertEquals(NodeSequence.CLOSED, sequence.close());
  }

  @Test
  void closingUnusedGivesBackWhatTheEarlierHolderHadLeft() {
    assertEquals(7_777, sequence(7_777, NEVER).close());
    assertEquals(0, sequence(0, NEVER).close());
  }

  @Test
  void closingInTheMiddleOfTakingEitherCoversTheIdOrPreventsIt() {
    NodeSequence[] sequence = new NodeSequence[1];
    long[] closedAt = new long[1];
    sequence[0] =
        sequence(
            0,
            NEVER,
            () -> {
              closedAt[0] = sequence[0].close();
              return clock.get();
            });
    assertEquals(NodeSequence.CLOSED, sequence[0].tryTake(1));
    assertEquals(0, closedAt[0]);
  }

  @Test
  void theLastTimestampOfTheLayoutIsNotExceeded() {
    clock.set(SnowflakeId.MAX_TIMESTAMP);
    NodeSequence sequence = sequence(0, Long.MAX_VALUE);
    long position = sequence.tryTake(1);
    assertTrue(NodeSequence.idAt(NODE, position) > 0);
    clock.incrementAndGet();
    assertEquals(NodeSequence.EXPIRED, sequence.tryTake(1));
  }
}
