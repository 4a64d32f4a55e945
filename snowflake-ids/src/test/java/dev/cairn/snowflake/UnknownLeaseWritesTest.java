package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.snowflake.LeaseRows.Fault;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each write of a lease gets no answer: it was applied, was lost, or lands later. */
class UnknownLeaseWritesTest {
  private static final long START = 1_000_000;
  private static final long LEASE = LeasingProcess.LEASE.toMillis();

  private final LeaseRows rows = new LeaseRows();
  private final LeasingProcess process = new LeasingProcess("p", rows, START);
  private final LeasingProcess other = new LeasingProcess("other", rows, START);

  private static int node(SnowflakeIds ids) {
    return ids.info().orElseThrow().node();
  }

  private void planForAllTries(Fault fault) {
    rows.plan(Collections.nCopies(4, fault).toArray(Fault[]::new));
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void anUnknownInsertIsUsedIfItLandedAndLeftAloneOtherwise(Fault fault) {
    rows.plan(fault);
    SnowflakeIds ids = process.openLowest();
    assertEquals(fault == Fault.APPLIED ? 0 : 1, node(ids));
    rows.land(-1);
    SnowflakeIds others = other.openLowest();
    // If it is applied late, the only effect is that the node stays held for one lease.
    int firstFree = fault == Fault.APPLIED ? 1 : fault == Fault.LOST ? 0 : 2;
    assertEquals(firstFree, node(others));
    assertTrue(ids.nextId() != others.nextId());
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void anUnknownTakeoverIsUsedIfItLandedAndLeftAloneOtherwise(Fault fault) {
    other.now = START - 2 * LEASE;
    other.openLowest();
    rows.plan(fault);
    SnowflakeIds ids = process.openLowest();
    assertEquals(fault == Fault.APPLIED ? 0 : 1, node(ids));
    rows.land(-1);
    ids.nextId();
    ids.close();
    assertEquals(START, rows.read(node(fault)).until());
  }

  private static int node(Fault fault) {
    return fault == Fault.APPLIED ? 0 : 1;
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void anUnknownRenewalIsTriedAgainAndSettled(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    planForAllTries(fault);
    process.now += 10_000;
    process.renew();
    boolean settledAtOnce = fault == Fault.APPLIED;
    assertEquals(settledAtOnce ? 0 : 1, process.counted("leaseRenewalUnknown"));
    rows.land(-1);
    ids.nextId();
    process.now += 1_000;
    if (!settledAtOnce) {
      process.tick();
    }
    assertEquals(1, process.counted("leaseRenewed"));
    assertEquals(0, process.counted("leaseLost"));
    assertEquals(rows.read(0).until(), ids.info().orElseThrow().until());
    assertTrue(ids.nextId() > 0);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void idsGoOnWithinTheOldLeaseWhileARenewalIsUnknown(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    planForAllTries(fault);
    process.now += LEASE;
    process.renew();
    assertEquals(START + LEASE, SnowflakeId.timestamp(ids.nextId()));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void anUnknownRenewalDoesNotMoveTheEndOfTheLease(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    rows.faults = () -> fault;
    process.renew();
    assertEquals(1, process.counted("leaseRenewalUnknown"));
    process.now = START + LEASE + 1;
    assertThrows(LeaseLostException.class, ids::nextId);
    assertEquals(START + LEASE, ids.info().orElseThrow().until());
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRenewalThatLandsAfterATakeoverChangesNothing(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    process.now += 10_000;
    planForAllTries(fault);
    process.renew();
    other.now = START + 3 * LEASE;
    SnowflakeIds taker = other.openLowest();
    assertEquals(0, node(taker));
    LeaseRows.Row row = rows.read(0);
    rows.land(-1);
    assertEquals(row, rows.read(0));
    process.renew();
    assertEquals(1, process.counted("leaseLost"));
    assertEquals(1, node(ids));
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void anUnknownReleaseFreesTheNodeNowOrWhenTheLeaseRunsOut(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    long last = ids.nextId();
    planForAllTries(fault);
    ids.close();
    rows.land(-1);
    boolean free = fault != Fault.LOST;
    assertEquals(free, rows.read(0).released());
    assertEquals(free ? START : START + LEASE, rows.read(0).until());
    assertEquals(free ? 0 : 1, node(other.openLowest()));
    LeasingProcess later = new LeasingProcess("later", rows, START + 3 * LEASE);
    assertTrue(later.openLowest().nextId() > last);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aReleaseAfterAnUnknownRenewalStillReleases(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    ids.nextId();
    process.now += 10_000;
    planForAllTries(fault);
    process.renew();
    // The renewal lands while the release is on its way.
    rows.interleave =
        () -> {
          rows.interleave = () -> {};
          rows.land(-1);
        };
    ids.close();
    assertTrue(rows.read(0).released());
    assertEquals(START, rows.read(0).until());
    assertFalse(process.hasTicks());
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "DELAYED"})
  void aReleaseThatLandsAfterATakeoverChangesNothing(Fault fault) {
    SnowflakeIds ids = process.openLowest();
    ids.nextId();
    planForAllTries(fault);
    ids.close();
    other.now = START + 2 * LEASE;
    SnowflakeIds taker = other.openLowest();
    long id = taker.nextId();
    rows.land(-1);
    assertFalse(rows.read(0).released());
    assertEquals(SnowflakeId.of(START + 2 * LEASE, 0, 0), id);
  }
}
