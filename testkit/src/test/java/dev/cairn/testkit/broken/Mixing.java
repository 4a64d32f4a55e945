package dev.cairn.testkit.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets a reading thread wait for a swap by another thread, so that what happens between two reads
 * happens every time and not by luck.
 */
abstract class Mixing extends Broken {
  // A writer swaps far sooner; it is held up itself by this much before its first swap.
  private static final long PATIENCE_MILLIS = 200;

  private final Object monitor = new Object();
  private final Set<Thread> writers = ConcurrentHashMap.newKeySet();
  private long swaps;

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

  /** Whether another thread swapped while this one, a reader in a race, was waiting for it. */
  final boolean waitForASwap() {
    if (!isRacing() || writers.contains(Thread.currentThread())) {
      return false;
    }
    synchronized (monitor) {
      long before = swaps;
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
      try {
        while (swaps == before && System.nanoTime() < end) {
          monitor.wait(PATIENCE_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return swaps > before;
    }
  }
}
