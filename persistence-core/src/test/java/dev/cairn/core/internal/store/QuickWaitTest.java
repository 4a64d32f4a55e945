package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How callers wait for a leader: they poll where swaps are fast, and sleep where they are not. */
class QuickWaitTest {
  private final Bench bench = new Bench();
  private final List<String> waits = new ArrayList<>();
  private boolean leadsWhileLooking = true;
  private Runnable whileGivingWay = () -> {};

  /** Runs the leader, which is on the executor, while a caller waits for it. */
  private final class LeadingWaiter implements Waiter {
    @Override
    public void await(Duration duration) {
      waits.add("paused");
    }

    @Override
    public void awaitSoon(Future<?> event, Duration atMost) {
      waits.add("looked");
      if (leadsWhileLooking) {
        bench.tasks.run();
      }
    }

    @Override
    public void giveWay() {
      Runnable next = whileGivingWay;
      whileGivingWay = () -> {};
      next.run();
    }

    @Override
    public void awaitDone(Future<?> event, Duration atMost) {
      waits.add("slept");
      bench.tasks.run();
    }
  }

  /** A process whose callers never lead, and always have to wait. */
  private Client mine() {
    var unused = bench.first();
    bench.stores.with(new Environment(bench.world::now, new LeadingWaiter(), new Random(5)));
    Client mine = bench.process();
    mine.backend.setInterruptible();
    return mine;
  }

  private static void commit(Client process, String key) {
    assertTrue(process.commit(set(key, "1")).id().isPresent());
  }

  @Test
  void waitersDoNotPollBeforeAFastSwapWasSeen() {
    Client mine = mine();
    commit(mine, "a");
    assertEquals(List.of("slept"), waits);
    commit(mine, "b");
    assertEquals(List.of("slept", "looked"), waits);
    assertEquals(List.of("set first", "set a", "set b"), bench.log());
  }

  @Test
  void aWaiterThatPolledInVainSleeps() {
    Client mine = mine();
    commit(mine, "a");
    leadsWhileLooking = false;
    commit(mine, "b");
    assertEquals(List.of("slept", "looked", "slept"), waits);
  }

  // A database across a network, or one that syncs: polling would only waste a core.
  @Test
  void waitersDoNotPollAfterASlowSwap() {
    Client mine = mine();
    commit(mine, "a");
    mine.backend.after(Operation.SWAP_REFERENCE, () -> bench.world.move(Duration.ofNanos(10_000)));
    commit(mine, "b");
    waits.clear();
    commit(mine, "c");
    assertEquals(List.of("slept"), waits);
    commit(mine, "d");
    assertEquals(List.of("slept", "looked"), waits);
  }

  // While the leader yields, callers of the last group submit their next commits.
  @Test
  void aCommitSubmittedWhileTheLeaderYieldsJoinsItsGroup() {
    Client mine = mine();
    PendingCommit<String> a = mine.submit(set("a", "1"));
    PendingCommit<String> b = mine.submit(set("b", "1"));
    bench.tasks.run();
    List<PendingCommit<String>> joined = new ArrayList<>(List.of(a, b));
    whileGivingWay = () -> joined.add(mine.submit(set("d", "1")));
    joined.add(mine.submit(set("c", "1")));
    bench.tasks.run();
    joined.forEach(commit -> assertTrue(result(commit).id().isPresent()));
    assertEquals(4, joined.size());
    assertEquals(2, mine.backend.count(Operation.SWAP_REFERENCE));
    assertEquals(List.of("set first", "set a", "set b", "set c", "set d"), bench.log());
  }

  // The leader yields and gets no core for longer than a group may take: a commit submitted
  // meanwhile is not begun, since it would only be dropped from the group and run alone.
  @Test
  void aCommitTooLateForTheGroupIsInTheNext() {
    Client mine = mine();
    mine.submit(set("a", "1"));
    mine.submit(set("b", "1"));
    bench.tasks.run();
    int[] runs = {0};
    whileGivingWay =
        () -> {
          bench.world.move(Duration.ofMinutes(1));
          mine.submit(
              workspace -> {
                runs[0]++;
                return set("d", "1").apply(workspace);
              });
          mine.submit(set("e", "1"));
        };
    mine.submit(set("c", "1"));
    bench.tasks.run();
    assertEquals(1, runs[0]);
    assertEquals(3, mine.backend.count(Operation.SWAP_REFERENCE), "a and b, c, d and e");
  }

  // Swaps are fast, but the changes are not: they make better use of a core.
  @Test
  void waitersDoNotPollAfterASlowGroup() {
    Client mine = mine();
    commit(mine, "a");
    assertTrue(
        mine.commit(
                workspace -> {
                  bench.world.move(Duration.ofMillis(2));
                  return set("b", "1").apply(workspace);
                })
            .id()
            .isPresent());
    waits.clear();
    commit(mine, "c");
    assertEquals(List.of("slept"), waits);
  }

  // Two in the last group: the leader lets other callers join a group of one, once, and then
  // continues.
  @Test
  void aLeaderThatLetsOthersJoinGoesOnWithoutThem() {
    Client mine = mine();
    PendingCommit<String> a = mine.submit(set("a", "1"));
    PendingCommit<String> b = mine.submit(set("b", "1"));
    bench.tasks.run();
    assertTrue(result(a).id().isPresent() && result(b).id().isPresent());
    commit(mine, "c");
    assertEquals(List.of("set first", "set a", "set b", "set c"), bench.log());
    assertEquals(2, mine.backend.count(Operation.SWAP_REFERENCE));
  }
}
