package dev.cairn.simulation.sim;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real threads, used again: starting one costs more than a whole small simulation. */
final class Threads {
  private static final ExecutorService POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          5,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          body -> {
            Thread thread = new Thread(body, "simulated");
            thread.setDaemon(true);
            return thread;
          });

  private Threads() {}

  static void run(Runnable body) {
    POOL.execute(
        () -> {
          try {
            body.run();
          } finally {
            // The next actor on this thread was not interrupted.
            boolean unused = Thread.interrupted();
          }
        });
  }
}
