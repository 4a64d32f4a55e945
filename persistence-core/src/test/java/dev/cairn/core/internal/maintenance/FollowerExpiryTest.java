package dev.cairn.core.internal.maintenance;

import static dev.cairn.core.internal.maintenance.CollectionBench.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Store;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Followers of the log and garbage collection. */
class FollowerExpiryTest {
  private final CollectionBench bench = new CollectionBench();

  private CommitId newest() {
    return bench.store.log(MAIN, 1).entries().get(0).id();
  }

  private List<CommitId> after(CommitId last) {
    Store follower = bench.open(bench.database);
    return follower.logAfter(last, 100).stream().map(LogEntry::id).toList();
  }

  private void passAndCollect(Duration time) {
    bench.time.move(time);
    bench.collect();
  }

  @Test
  void aFollowerOfAnIdleReferenceCanBeAwayForAnyTime() {
    bench.put("a");
    CommitId last = newest();
    passAndCollect(Duration.ofDays(30));
    passAndCollect(Duration.ofDays(300));
    assertEquals(List.of(), after(last));
    bench.put("b");
    assertEquals(List.of(newest()), after(last));
    passAndCollect(CollectionBench.RETENTION.minusHours(1));
    assertEquals(List.of(newest()), after(last));
  }

  @Test
  void aFollowerThatWasAwayPastRetentionHasToStartAgain() {
    bench.put("a");
    CommitId last = newest();
    bench.put("b");
    CommitId second = newest();
    bench.time.move(Duration.ofHours(1));
    bench.put("c");
    passAndCollect(CollectionBench.RETENTION.plusHours(1));
    assertThrows(HeadNotFoundException.class, () -> after(last));
    assertThrows(HeadNotFoundException.class, () -> after(second));
    assertEquals(List.of(), after(newest()));
  }
}
