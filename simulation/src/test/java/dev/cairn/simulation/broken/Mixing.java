package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.contract.Race;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets a reading thread wait for a swap by another thread, so that what happens between two reads
 * happens every time and not by luck.
 */
abstract class Mixing extends Broken {
  // For threads that wait for a swap which never comes: the one that would have swapped ended.
  private static final long PATIENCE_MILLIS = 2_000;

  private final Object monitor = new Object();
  private final Set<Thread> writers = ConcurrentHashMap.newKeySet();
  private long swaps;
  private int waiting;
  private long rounds;

  Mixing(Backend sound, TestClock clock) {
    super(sound, clock);
  }

  final void swapped() {
    writers.add(Thread.currentThread());
    synchronized (monitor) {
      swaps++;
      monitor.notifyAll();
    }
  }

  private void endRound() {
    waiting = 0;
    rounds++;
    monitor.notifyAll();
  }

  /** Whether another thread swapped while this one, a reader in a race, was waiting for it. */
  final boolean waitForASwap() {
    if (!isRacing() || writers.contains(Thread.currentThread())) {
      return false;
    }
    synchronized (monitor) {
      long before = swaps;
      long round = rounds;
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
      waiting++;
      // The one that is going to write reads first, and is not known before it has written.
      if (waiting == Race.THREADS) {
        endRound();
      }
      try {
        while (swaps == before && rounds == round && System.nanoTime() < end) {
          monitor.wait(PATIENCE_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (rounds == round) {
        waiting--;
      }
      return swaps > before;
    }
  }
}
