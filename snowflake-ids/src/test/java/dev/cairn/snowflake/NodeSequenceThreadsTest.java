package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NodeSequenceThreadsTest {
  private static final int THREADS = 4;
  private static final int TAKES = 50_000;

  @Test
  void threadsThatTakeAndMoveTheClockToAndFroGetDifferentIncreasingIds() throws Exception {
    AtomicLong clock = new AtomicLong(10_000);
    NodeSequence sequence =
        new NodeSequence(1, 0, 0, SnowflakeId.MAX_TIMESTAMP, clock::get, IdMetrics.NONE);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    List<Future<long[]>> taken = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom random = new SplittableRandom(thread);
      taken.add(executor.submit(() -> take(sequence, clock, random)));
    }
    List<long[]> results = new ArrayList<>();
    for (Future<long[]> future : taken) {
      results.add(future.get());
    }
    executor.shutdown();

    for (long[] result : results) {
      assertTrue(increases(result), "a thread's positions increase");
    }
    long[] all = results.stream().flatMapToLong(Arrays::stream).toArray();
    assertEquals(all.length, LongStream.of(all).distinct().count(), "no position twice");
  }

  private static long[] take(NodeSequence sequence, AtomicLong clock, SplittableRandom random) {
    LongStream.Builder taken = LongStream.builder();
    for (int i = 0; i < TAKES; i++) {
      int count = random.nextInt(10) == 0 ? random.nextInt(1, 20) : 1;
      long first = sequence.tryTake(count);
      if (first >= 0) {
        LongStream.range(first, first + count).forEach(taken);
      } else {
        clock.incrementAndGet();
      }
      int chance = random.nextInt(1_000);
      if (chance < 5) {
        clock.addAndGet(chance - 2);
      }
    }
    return taken.build().toArray();
  }

  private static boolean increases(long[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i] <= values[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
