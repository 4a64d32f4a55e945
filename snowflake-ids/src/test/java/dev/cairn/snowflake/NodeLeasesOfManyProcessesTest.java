package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeLeasesOfManyProcessesTest {
  private static final long START = 1_000_000;
  private static final long LEASE = LeasingProcess.LEASE.toMillis();

  private final LeaseRows rows = new LeaseRows();
  private final LeasingProcess first = new LeasingProcess("first", rows, START);
  private final LeasingProcess second = new LeasingProcess("second", rows, START);

  private static int node(SnowflakeIds ids) {
    return ids.info().orElseThrow().node();
  }

  @Test
  void aThousandAndTwentyFourProcessesGetANodeEachAndOneMoreLearnsWhoHoldsThem() {
    Set<Integer> nodes = new HashSet<>();
    Set<Long> made = new HashSet<>();
    List<SnowflakeIds> all = new ArrayList<>();
    for (int i = 0; i < SnowflakeId.NODES; i++) {
      SnowflakeIds ids = new LeasingProcess("process-" + i, rows, START + i).open();
      all.add(ids);
      assertTrue(nodes.add(node(ids)));
      assertTrue(made.add(ids.nextId()));
    }

    NoNodeAvailableException none =
        assertThrows(NoNodeAvailableException.class, () -> second.open());
    assertEquals(SnowflakeId.NODES, none.holders().size());
    assertEquals(SnowflakeId.NODES, none.holders().stream().map(h -> h.node()).distinct().count());
    String next = "process process-0 on host since 2025-01-01T00:16:40Z until 2025-01-01T00:17:10Z";
    assertTrue(none.getMessage().contains("1024 are held and 0 gave no answer"), none.getMessage());
    assertTrue(none.getMessage().contains(next), none.getMessage());

    int freed = node(all.get(700));
    all.get(700).close();
    second.now = START + 700;
    assertEquals(freed, node(second.open()));
  }

  @Test
  void processesThatStartAtOnceOnAnEmptyStoreGetDifferentNodes() throws Exception {
    int processes = 200;
    ExecutorService executor = Executors.newFixedThreadPool(8);
    List<Callable<Integer>> opens = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      LeasingProcess process = new LeasingProcess("p" + i, rows, START);
      // All look from node 0 upwards, so they race for every node.
      opens.add(() -> node(process.openLowest()));
    }
    Set<Integer> nodes = new HashSet<>();
    for (Future<Integer> node : executor.invokeAll(opens)) {
      nodes.add(node.get());
    }
    executor.shutdown();
    assertEquals(processes, nodes.size());
  }

  @Test
  void whoLosesTheRaceForANewNodeTakesAnother() {
    SnowflakeIds[] winner = new SnowflakeIds[1];
    rows.interleave =
        () -> {
          rows.interleave = () -> {};
          winner[0] = second.openLowest();
        };
    SnowflakeIds loser = first.openLowest();
    assertEquals(0, node(winner[0]));
    assertEquals(1, node(loser));
  }

  @Test
  void whoLosesTheRaceForAnExpiredNodeTakesAnother() {
    new LeasingProcess("crashed", rows, START - 2 * LEASE).openLowest();
    whoLosesTheRaceForANewNodeTakesAnother();
  }

  @Test
  void aNodeIsTakenOverOnlyAfterItsLeaseAndTheAllowedSkew() {
    first.openLowest();
    second.now = START + LEASE + RowLeaseStore.SKEW;
    assertEquals(1, node(second.openLowest()));
    LeasingProcess third =
        new LeasingProcess("third", rows, START + LEASE + RowLeaseStore.SKEW + 1);
    assertEquals(0, node(third.openLowest()));
  }

  @Test
  void aProcessPausedPastItsLeaseInTheMiddleOfACallHandsOutNothing() {
    SnowflakeIds ids = first.openLowest();
    long before = ids.nextId();
    SnowflakeIds[] taker = new SnowflakeIds[1];
    first.interleave =
        () -> {
          first.interleave = () -> {};
          first.now += 2 * LEASE;
          second.now = first.now;
          taker[0] = second.openLowest();
          taker[0].nextId();
        };
    assertThrows(LeaseLostException.class, ids::nextId);
    assertEquals(0, node(taker[0]));
    long after = ids.nextId();
    assertEquals(1, SnowflakeId.node(after));
    assertTrue(after > before);
    assertEquals(1, first.counted("leaseLost"));
  }

  @Test
  void aPausedProcessWithASlowClockStaysWithinItsOwnInterval() {
    SnowflakeIds ids = first.openLowest();
    second.now = START + 2 * LEASE;
    SnowflakeIds taker = second.openLowest();
    // By its own clock the first still holds node 0; its IDs are from before the second's.
    long late = ids.nextId();
    long early = taker.nextId();
    assertEquals(SnowflakeId.node(late), SnowflakeId.node(early));
    assertTrue(SnowflakeId.timestamp(late) <= START + LEASE);
    assertTrue(SnowflakeId.timestamp(early) > START + LEASE);
  }

  @Test
  void callsInFlightFailWhenTheLeaseIsLostAndLaterOnesUseAnotherNode() {
    SnowflakeIds ids = first.openLowest();
    long before = ids.nextId();
    second.now = START + 2 * LEASE;
    second.openLowest();
    first.interleave =
        () -> {
          first.interleave = () -> {};
          first.renew();
        };
    String message = assertThrows(LeaseLostException.class, ids::nextId).getMessage();
    assertTrue(message.contains("node 0 was lost"), message);
    long after = ids.nextId();
    assertNotEquals(SnowflakeId.node(before), SnowflakeId.node(after));
    assertTrue(SnowflakeId.timestamp(after) > SnowflakeId.timestamp(before));
  }

  @Test
  void idsGrowAcrossALostLeaseEvenWithTheClockSetBack() {
    SnowflakeIds ids = first.open();
    long before = ids.nextId();
    first.now -= 50;
    steal(node(ids));
    first.renew();
    assertTrue(ids.nextId() > before);
  }

  // What a takeover by a process with a fast clock looks like to the one that lost the node.
  private void steal(int node) {
    LeaseRows.Row row = rows.read(node);
    LeaseHolder thief = new LeaseHolder("host", "thief");
    rows.swap(
        node,
        row.token(),
        new LeaseRows.Row(
            rows.newToken(), rows.newToken(), thief, false, START, row.until() + LEASE));
  }

  @Test
  void withoutAnyNodeCallsWaitAndThenFailWithTheReasonUntilOneIsFound() {
    SnowflakeIds ids = first.openLowest();
    steal(0);
    rows.faults = () -> LeaseRows.Fault.LOST;
    first.renew();
    LeaseLostException lost = assertThrows(LeaseLostException.class, ids::nextId);
    assertTrue(lost.getMessage().contains("no node"), lost.getMessage());
    assertTrue(lost.getCause() instanceof NoNodeAvailableException);
    assertTrue(ids.info().isEmpty());
    assertEquals(1, first.counted("leaseNotAcquired"));
    rows.faults = () -> LeaseRows.Fault.NONE;
    first.tick();
    assertTrue(ids.nextId() > 0);
  }

  @Test
  void aProcessThatMayTakeNoNodeYetOpensWithoutAndFindsOneLater() {
    AtomicInteger asked = new AtomicInteger();
    AtomicBoolean isRefused = new AtomicBoolean(true);
    RuntimeException refusal = new IllegalStateException("not with this clock");
    try (SnowflakeIds ids =
        first.openUnlessRefused(
            () -> {
              asked.incrementAndGet();
              return isRefused.get() ? Optional.of(refusal) : Optional.empty();
            })) {
      assertEquals(1, asked.get()); // the answer would be the same for any other node
      LeaseLostException none = assertThrows(LeaseLostException.class, ids::nextId);
      assertTrue(none.getCause().getMessage().contains("not with this clock"));
      first.tick();
      assertTrue(ids.info().isEmpty());
      isRefused.set(false);
      first.tick();
      assertTrue(ids.nextId() > 0);
    }
  }

  @Test
  void aStoreThatGivesNoAnswersIsNotAskedAThousandTimes() {
    rows.faults = () -> LeaseRows.Fault.LOST;
    NoNodeAvailableException none =
        assertThrows(NoNodeAvailableException.class, () -> first.open());
    assertTrue(none.getMessage().contains("5 gave no answer"), none.getMessage());
    assertEquals("timed out", none.getCause().getMessage());
  }

  @Test
  void aNodeReleasedByAFastClockIsLeftAloneByASlowOneUntilThatTime() {
    first.now = START + 3_600_000;
    SnowflakeIds fast = first.openLowest();
    long id = fast.nextId();
    fast.close();
    SnowflakeIds slow = second.openLowest();
    assertEquals(1, node(slow));
    slow.close();
    second.now = SnowflakeId.timestamp(id);
    SnowflakeIds later = second.openLowest();
    assertEquals(0, node(later));
    assertTrue(later.nextId() > id);
  }

  @Test
  void aClockSetBackAfterTakingAFastClocksNodeRepeatsNothing() {
    first.now = START + 3_600_000;
    SnowflakeIds fast = first.openLowest();
    long id = fast.nextId();
    fast.close();
    second.now = first.now;
    SnowflakeIds slow = second.openLowest();
    assertEquals(0, node(slow));
    second.now = START;
    assertThrows(ClockBehindException.class, slow::nextId);
    second.now = first.now;
    assertTrue(slow.nextId() > id);
  }

  @Test
  void aRestartWithinOneMillisecondRepeatsNothing() {
    SnowflakeIds ids = first.openLowest();
    long last = ids.nextId();
    ids.close();
    SnowflakeIds again = new LeasingProcess("again", rows, START).openLowest();
    assertEquals(0, node(again));
    long next = again.nextId();
    assertEquals(START + 1, SnowflakeId.timestamp(next));
    assertTrue(next > last);
    again.close();
    assertEquals(START + 1, rows.read(0).until());
  }

  @Test
  void aNodeGivenBackUnusedLosesNoTime() {
    SnowflakeIds ids = first.openLowest();
    ids.nextId();
    ids.close();
    first.now += 10;
    first.openLowest().close();
    assertEquals(START, rows.read(0).until());
    assertFalse(first.hasTicks());
  }
}
