package dev.cairn.backend.dynamodb;

import dev.cairn.api.ClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Threads that send requests in parallel. Work on them waits for the network only, never for other
 * work on them, so they cannot deadlock.
 */
final class RequestThreads implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ThreadPoolExecutor threads;

  RequestThreads(int count) {
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "cairn-dynamodb-" + NUMBERS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Starts {@code call} on another thread. */
  <T> CompletableFuture<T> start(Supplier<T> call) {
    try {
      return CompletableFuture.supplyAsync(call, threads);
    } catch (RejectedExecutionException e) {
      throw new ClosedException("the connection to DynamoDB is closed; open a new backend");
    }
  }

  /** Makes all calls, the first on this thread; returns when the last has ended. */
  void all(List<Runnable> calls) {
    List<CompletableFuture<Boolean>> others = new ArrayList<>();
    for (Runnable call : calls.subList(Math.min(1, calls.size()), calls.size())) {
      others.add(
          start(
              () -> {
                call.run();
                return true;
              }));
    }
    RuntimeException failure = null;
    try {
      if (!calls.isEmpty()) {
        calls.get(0).run();
      }
    } catch (RuntimeException e) {
      failure = e;
    }
    for (CompletableFuture<Boolean> other : others) {
      try {
        boolean unused = result(other);
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns or throws what {@code call} did; waits for it despite interrupts. */
  static <T> T result(CompletableFuture<T> call) {
    try {
      return call.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Waits for the end of started work. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
