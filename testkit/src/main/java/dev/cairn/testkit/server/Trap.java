package dev.cairn.testkit.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Waits in a {@link TcpProxy} for requests that contain some text, and gives them a {@link Fate}.
 *
 * <p>Tests act on what happened, never on how long it takes: {@link #awaitSprung} returns when the
 * request was met, {@link #awaitReply} when the server has answered it.
 */
public final class Trap {
  // Only so that a broken test ends.
  private static final long PATIENCE_SECONDS = 60;

  private final byte[] text;
  private final Fate fate;
  private final AtomicInteger left;
  private final AtomicInteger met = new AtomicInteger();
  private final CountDownLatch sprung = new CountDownLatch(1);
  private final CountDownLatch replied = new CountDownLatch(1);
  private final List<Runnable> onRelease = new ArrayList<>();
  private boolean released;

  Trap(String text, Fate fate, int times) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a trap needs a text that a request contains");
    }
    this.text = text.getBytes(StandardCharsets.UTF_8);
    this.fate = fate;
    left = new AtomicInteger(times);
  }

  Fate fate() {
    return fate;
  }

  byte[] text() {
    return text;
  }

  /** Takes one more request, if it still takes any. */
  boolean spring() {
    if (left.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
      return false;
    }
    met.incrementAndGet();
    sprung.countDown();
    return true;
  }

  void reply() {
    replied.countDown();
  }

  /** How many requests it met so far. */
  public int met() {
    return met.get();
  }

  /** Returns when the trap has met its first request. */
  public void awaitSprung() {
    await(sprung, "no request contained '" + this + "'");
  }

  /** Returns when the server has begun to answer the first request the trap met. */
  public void awaitReply() {
    await(replied, "the server did not answer a request with '" + this + "'");
  }

  /** Lets go what it holds, and from now on holds nothing. */
  public void release() {
    List<Runnable> actions;
    synchronized (this) {
      released = true;
      actions = List.copyOf(onRelease);
      onRelease.clear();
    }
    actions.forEach(Runnable::run);
  }

  /** Runs {@code action} when this is released, or now if it was. */
  void onRelease(Runnable action) {
    synchronized (this) {
      if (!released) {
        onRelease.add(action);
        return;
      }
    }
    action.run();
  }

  private static void await(CountDownLatch event, String problem) {
    try {
      if (!event.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(problem + " within " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public String toString() {
    return new String(text, StandardCharsets.UTF_8);
  }
}
