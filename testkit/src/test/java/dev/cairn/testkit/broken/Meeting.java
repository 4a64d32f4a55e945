package dev.cairn.testkit.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets two racing threads meet between a check and the write that follows it, so that the race is
 * lost every time and not by luck.
 */
abstract class Meeting extends Broken {
  // Two threads of a race meet in far less; a thread that is alone with a row waits it out once.
  private static final long PATIENCE_MILLIS = 1_000;

  private final Exchanger<Object> meeting = new Exchanger<>();
  private final Set<Object> met = ConcurrentHashMap.newKeySet();

  Meeting(Backend sound, TestClock clock) {
    super(sound, clock);
  }

  /** Returns when another thread is here too, once for each key. */
  final void meet(Object key) {
    if (!isRacing() || met.contains(key)) {
      return;
    }
    try {
      meeting.exchange(key, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // Nobody else writes this row.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    met.add(key);
  }
}
