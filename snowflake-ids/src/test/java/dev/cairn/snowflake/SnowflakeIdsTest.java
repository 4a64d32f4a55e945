package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SnowflakeIdsTest {
  private final LeaseRows rows = new LeaseRows();
  private final LeasingProcess process = new LeasingProcess("p", rows, 1_000_000);

  @Test
  void idsCarryTheTimeAndTheLeasedNode() {
    SnowflakeIds ids = process.openLowest();
    long id = ids.nextId();
    assertEquals(SnowflakeId.of(1_000_000, 0, 0), id);
    assertEquals(id + 1, ids.nextId());
  }

  @Test
  void aBatchIsOneRunOfIds() {
    SnowflakeIds ids = process.openLowest();
    ids.nextId();
    IdBatch batch = ids.nextIds(3);
    assertEquals(3, batch.size());
    assertEquals(SnowflakeId.of(1_000_000, 0, 1), batch.first());
    assertEquals(SnowflakeId.of(1_000_000, 0, 3), batch.last());
    assertEquals(
        LongStream.of(batch.get(0), batch.get(1), batch.get(2)).boxed().toList(),
        batch.stream().boxed().toList());
    assertThrows(IndexOutOfBoundsException.class, () -> batch.get(3));
    assertEquals(SnowflakeId.of(1_000_000, 0, 4), ids.nextId());
  }

  @Test
  void aBatchOverTheEndOfAMillisecondGoesOnInTheNext() {
    SnowflakeIds ids = process.openLowest();
    ids.nextIds(4_095);
    IdBatch batch = ids.nextIds(2);
    assertEquals(SnowflakeId.of(1_000_000, 0, 4_095), batch.first());
    assertEquals(SnowflakeId.of(1_000_001, 0, 0), batch.last());
  }

  @Test
  void batchesOutOfBoundsAreRefused() {
    SnowflakeIds ids = process.openLowest();
    assertThrows(IllegalArgumentException.class, () -> ids.nextIds(0));
    assertThrows(IllegalArgumentException.class, () -> ids.nextIds(4_097));
    assertEquals(4_096, ids.nextIds(4_096).size());
  }

  @Test
  void aUsedUpMillisecondIsWaitedOut() {
    SnowflakeIds ids = process.openLowest();
    ids.nextIds(4_096);
    assertEquals(SnowflakeId.of(1_000_001, 0, 0), ids.nextId());
    assertEquals(1, process.counted("waitedForMillisecond"));
  }

  @Test
  void aSmallBackwardStepIsWaitedOutAndCounted() {
    SnowflakeIds ids = process.openLowest();
    ids.nextIds(4_095);
    process.now -= 30;
    assertEquals(SnowflakeId.of(1_000_000, 0, 4_095), ids.nextId());
    assertEquals(1, process.counted("clockBehind"));
    assertEquals(SnowflakeId.of(1_000_001, 0, 0), ids.nextId());
    assertTrue(process.counted("waitedForClock") > 0);
  }

  @Test
  void aLargeBackwardStepFailsClearlyAfterTheBoundAndHealsWithTheClock() {
    SnowflakeIds ids = process.openLowest();
    ids.nextIds(4_096);
    process.now -= 60_000;
    String message = assertThrows(ClockBehindException.class, ids::nextId).getMessage();
    assertTrue(message.contains("2025-01-01T00:16:40Z"), message);
    assertTrue(message.contains("PT0.1S"), message);
    assertEquals(1, process.counted("clockDidNotCatchUp"));
    process.now = 1_000_001;
    assertEquals(SnowflakeId.of(1_000_001, 0, 0), ids.nextId());
  }

  @Test
  void aClockThatStandsStillFailsClearly() {
    SnowflakeIds ids = process.openLowest();
    process.clockRuns = false;
    ids.nextIds(4_096);
    assertThrows(ClockBehindException.class, ids::nextId);
  }

  @Test
  void anInterruptedThreadGetsItsIdOrAnExceptionAndStaysInterrupted() {
    SnowflakeIds ids = process.openLowest();
    ids.nextIds(4_096);
    Thread.currentThread().interrupt();
    process.interleave = () -> process.now++;
    assertTrue(ids.nextId() > 0);
    process.interleave = () -> {};
    process.now -= 1_000;
    ids.nextIds(4_095);
    assertThrows(ClockBehindException.class, ids::nextId);
    assertTrue(Thread.interrupted());
  }

  @Test
  void operatorsSeeNodeHolderAndTimes() {
    SnowflakeIds ids = process.openLowest();
    NodeLeaseInfo info = ids.info().orElseThrow();
    assertEquals(
        new NodeLeaseInfo(0, new LeaseHolder("host", "p"), false, 1_000_000, 1_030_000), info);
    assertEquals(
        "node 0: process p on host since 2025-01-01T00:16:40Z until 2025-01-01T00:17:10Z",
        info.toString());
    ids.close();
    assertTrue(ids.info().isEmpty());
  }

  @Test
  void theLeaseIsRenewedWhenAThirdOfItIsOver() {
    SnowflakeIds ids = process.openLowest();
    for (int i = 0; i < 9; i++) {
      process.now += 1_000;
      process.tick();
    }
    assertEquals(0, process.counted("leaseRenewed"));
    process.now += 1_000;
    process.tick();
    assertEquals(1, process.counted("leaseRenewed"));
    assertEquals(1_040_000, ids.info().orElseThrow().until());
    process.now = 1_040_000;
    assertEquals(1_040_000, SnowflakeId.timestamp(ids.nextId()));
  }

  @Test
  void aRenewalWithTheClockSetBackDoesNotShortenTheLease() {
    SnowflakeIds ids = process.openLowest();
    process.now -= 20_000;
    process.renew();
    assertEquals(1_030_000, ids.info().orElseThrow().until());
  }

  @Test
  void aCallThatFindsTheLeaseRunOutHasItRenewedAtOnce() {
    SnowflakeIds ids = process.openLowest();
    process.now += 100_000;
    assertEquals(0, SnowflakeId.node(ids.nextId()));
    assertEquals(1, process.counted("leaseRenewed"));
  }

  @Test
  void aLeaseThatCannotBeRenewedInTimeIsSaidToHaveRunOut() {
    SnowflakeIds ids = process.openLowest();
    process.now += 100_000;
    rows.faults = () -> LeaseRows.Fault.LOST;
    String message = assertThrows(LeaseLostException.class, ids::nextId).getMessage();
    assertTrue(message.contains("node 0 expired at 2025-01-01T00:17:10Z"), message);
    assertTrue(message.contains("PT0.2S"), message);
    rows.faults = () -> LeaseRows.Fault.NONE;
    process.tick();
    assertEquals(0, SnowflakeId.node(ids.nextId()));
  }

  @Test
  void aRequestToRenewThatMeetsARenewalFromBeforeAPauseIsMadeAgain() {
    SnowflakeIds ids = process.openLowest();
    rows.interleave =
        () -> {
          rows.interleave = () -> {};
          // The process is paused while its renewal is on the way; then a call asks for another.
          process.now += 100_000;
          assertThrows(LeaseLostException.class, ids::nextId);
        };
    process.renew();
    assertEquals(1, process.counted("leaseRenewed"));
    assertEquals(0, SnowflakeId.node(ids.nextId()));
    assertEquals(2, process.counted("leaseRenewed"));
  }

  @Test
  void withTheSchedulerShutDownTheLeaseRunsOut() {
    SnowflakeIds ids = process.openLowest();
    process.shutDown = true;
    ids.nextId();
    process.now += 100_000;
    assertThrows(LeaseLostException.class, ids::nextId);
    ids.close();
    assertTrue(rows.read(0).released());
  }

  @Test
  void openingWithASchedulerThatIsShutDownLeavesNoNodeTaken() {
    process.shutDown = true;
    assertThrows(RejectedExecutionException.class, process::openLowest);
    assertTrue(rows.read(0).released());
  }

  @Test
  void closingGivesTheNodeBackWithTheLastTimestampUsed() {
    SnowflakeIds ids = process.openLowest();
    process.now += 5;
    ids.nextId();
    process.now += 5;
    ids.close();
    LeaseRows.Row row = rows.read(0);
    assertTrue(row.released());
    assertEquals(1_000_005, row.until());
    assertFalse(process.hasTicks());
    assertThrows(IllegalStateException.class, ids::nextId);
    assertThrows(IllegalStateException.class, () -> ids.nextIds(2));
    ids.close();
    assertEquals(1, process.counted("leaseReleased"));
  }

  @Test
  void closingInTheMiddleOfACallFailsTheCall() {
    SnowflakeIds ids = process.openLowest();
    process.interleave =
        () -> {
          process.interleave = () -> {};
          ids.close();
        };
    assertThrows(IllegalStateException.class, ids::nextId);
    assertEquals(0, rows.read(0).until());
  }

  @Test
  void closingDuringARenewalLeavesTheRowReleased() {
    SnowflakeIds ids = process.openLowest();
    ids.nextId();
    rows.interleave =
        () -> {
          rows.interleave = () -> {};
          ids.close();
        };
    process.renew();
    assertTrue(rows.read(0).released());
    assertEquals(1_000_000, rows.read(0).until());
  }

  @Test
  void closingWhileAnotherNodeIsTakenGivesThatNodeBackToo() {
    SnowflakeIds ids = process.openLowest();
    LeasingProcess other = new LeasingProcess("other", rows, process.now + 60_000);
    SnowflakeIds others = other.openLowest();
    assertEquals(0, others.info().orElseThrow().node());
    rows.interleave =
        () -> {
          rows.interleave = () -> {};
          ids.close();
        };
    process.renew();
    assertTrue(rows.read(1).released());
    assertFalse(rows.read(0).released());
  }
}
