package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Lets two racing threads meet between a check and the write that follows it, so that the race is
 * lost every time and not by luck.
 */
abstract class Meeting extends Broken {
  // Two threads of a race meet in far less; a thread that is alone with a row waits it out once.
  private static final long PATIENCE_MILLIS = 10_000;

  private final Object monitor = new Object();
  private final Set<Object> waiting = new HashSet<>();
  private final Set<Object> met = new HashSet<>();

  Meeting(Backend sound, TestClock clock) {
    super(sound, clock);
  }

  /** Returns when another thread is here too, once for each key. */
  final void meet(Object key) {
    if (!isRacing()) {
      return;
    }
    synchronized (monitor) {
      if (!waiting.add(key)) {
        met.add(key);
        monitor.notifyAll();
      }
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
      try {
        while (!met.contains(key) && System.nanoTime() < end) {
          monitor.wait(PATIENCE_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      met.add(key);
    }
  }
}
