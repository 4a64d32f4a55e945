package dev.cairn.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Threads that repeat the same work for a given time. */
final class TimedThreads {
  /** One thread's work: repeated until the time is over. */
  @FunctionalInterface
  interface Work {
    /** Does it once; returns how much that counts for. */
    int step() throws Exception;
  }

  /** Prepares the work of the thread with this number. */
  @FunctionalInterface
  interface Preparation {
    Work of(int thread) throws Exception;
  }

  private TimedThreads() {}

  /** How much all threads together did per second. */
  static double rate(int threads, int seconds, Preparation preparation) throws Exception {
    List<Work> works = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      works.add(preparation.of(i));
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      long start = System.nanoTime();
      long end = start + TimeUnit.SECONDS.toNanos(seconds);
      List<Future<Long>> futures = new ArrayList<>();
      for (Work work : works) {
        futures.add(executor.submit(() -> repeat(work, end)));
      }
      long sum = 0;
      for (Future<Long> future : futures) {
        sum += future.get();
      }
      return sum * 1e9 / (System.nanoTime() - start);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread failed", e.getCause());
    } finally {
      executor.shutdown();
    }
  }

  /** Runs {@code work} on a number of threads, each with its number, and waits for all. */
  static void each(int threads, IntConsumer work) {
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> work.accept(number));
      thread.start();
      started.add(thread);
    }
    for (Thread thread : started) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private static long repeat(Work work, long end) throws Exception {
    long done = 0;
    while (System.nanoTime() < end) {
      done += work.step();
    }
    return done;
  }
}
