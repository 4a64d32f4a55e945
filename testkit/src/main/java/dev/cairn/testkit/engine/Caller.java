package dev.cairn.testkit.engine;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A thread that makes one call, which a test may interrupt. */
final class Caller<T> {
  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean endedInterrupted;

  private Caller(Supplier<T> call) {
    thread = new Thread(() -> run(call), "caller");
    thread.setDaemon(true);
  }

  static <T> Caller<T> start(Supplier<T> call) {
    Caller<T> caller = new Caller<>(call);
    caller.thread.start();
    return caller;
  }

  private void run(Supplier<T> call) {
    try {
      T result = call.get();
      endedInterrupted = Thread.currentThread().isInterrupted();
      outcome.complete(result);
    } catch (Throwable thrown) {
      endedInterrupted = Thread.currentThread().isInterrupted();
      outcome.completeExceptionally(thrown);
    }
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Whether the thread was interrupted when its call ended. */
  boolean endedInterrupted() {
    return endedInterrupted;
  }

  /** How the call ended. */
  CallOutcome<T> outcome() {
    return CallOutcome.of(outcome);
  }
}
