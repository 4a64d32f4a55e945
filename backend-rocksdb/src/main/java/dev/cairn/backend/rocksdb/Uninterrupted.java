package dev.cairn.backend.rocksdb;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Work on files that an interrupt does not end. Java closes a channel, and nearly all of {@code
 * Files} uses one, when the thread that uses it is or gets interrupted.
 */
final class Uninterrupted {
  /** Work that can be done again. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  private Uninterrupted() {}

  /** Does {@code work}, again if an interrupt ended it. The thread is interrupted afterwards. */
  static <T> T call(Work<T> work) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.run();
        } catch (ClosedByInterruptException e) {
          interrupted = true;
          boolean unused = Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
