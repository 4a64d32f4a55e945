package dev.cairn.cli.sample;

import dev.cairn.cli.Interruption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Many callers that do one thing after the other until all are done. */
public final class Load {
  private final int callers;
  private final Interruption interruption;
  private final LongConsumer progress;

  /**
   * @param progress receives how many are done
   */
  public Load(int callers, Interruption interruption, LongConsumer progress) {
    this.callers = callers;
    this.interruption = interruption;
    this.progress = progress;
  }

  /**
   * Does {@code work} for the numbers from 0 to {@code count}, each once, by the next free caller.
   *
   * @throws dev.cairn.cli.CommandException if the operator asked to stop
   * @throws RuntimeException the first that the work threw; the others stop
   */
  public SampleLatencies run(int count, IntConsumer work) {
    long[] nanos = new long[count];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    long begin = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int each = next.getAndIncrement();
                    each < count && failure.get() == null && !interruption.isRequested();
                    each = next.getAndIncrement()) {
                  long start = System.nanoTime();
                  try {
                    work.accept(each);
                  } catch (RuntimeException e) {
                    failure.compareAndSet(null, e);
                    return;
                  }
                  nanos[each] = System.nanoTime() - start;
                  progress.accept(done.incrementAndGet());
                }
              },
              "cairn-load-" + i);
      threads.add(thread);
      thread.start();
    }
    threads.forEach(Load::join);
    RuntimeException thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
    interruption.check();
    return new SampleLatencies(nanos, Duration.ofNanos(System.nanoTime() - begin));
  }

  private static void join(Thread thread) {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
