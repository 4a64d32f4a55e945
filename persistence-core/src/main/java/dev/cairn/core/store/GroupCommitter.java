package dev.cairn.core.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.Waiter;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.store.StoreClosedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The commits of this process on one reference: they wait in the order of their submission, and one
 * thread at a time, the leader, runs them in groups.
 *
 * <p>A caller that waits leads on its own thread if nobody does, until its own commit has ended;
 * then, or if interrupts could disturb the backend, a thread of the executor leads until nobody
 * waits.
 */
final class GroupCommitter {
  // After so many groups the leader queues up again, so that it does not keep a thread for ever.
  private static final int GROUPS_IN_A_ROW = 64;

  // To wake a thread takes a leader as long as half a commit in memory. Where swaps are as quick as
  // there, those who wait look for their outcome for a while before they sleep. Where they are not,
  // some would still look while others sleep, and those who look would come back first every time.
  private static final long QUICK_SWAP_MICROS = 10;
  private static final long QUICK_GROUP_MICROS = 2_000;
  private static final long SOON_MICROS = 200;

  private final CommitServices services;
  private final String reference;
  private final Deque<Entry<?>> queue = new ArrayDeque<>();
  private long submitted;
  private boolean led;
  private boolean closed;
  private boolean retired;
  private volatile @Nullable Thread leader;
  private volatile boolean isQuick;

  // These belong to the leader.
  private int groupSize;
  private boolean interrupted;

  GroupCommitter(CommitServices services, String reference) {
    this.services = services;
    this.reference = reference;
  }

  private enum Place {
    /** Nobody leads: whoever queued the entry has to see to it that somebody does. */
    FIRST,
    LATER,
    /** The queue is retired. */
    NONE
  }

  /** Queues {@code entry} and leaves it to others to run it; false if the queue is retired. */
  boolean submit(Entry<?> entry) {
    Place place = add(entry);
    if (place == Place.FIRST) {
      leadElsewhere();
    }
    return place != Place.NONE;
  }

  /** Queues {@code entry} and waits until it has ended or was left; false if retired. */
  boolean await(Entry<?> entry, Duration patience) {
    checkNotLeading();
    long end = services.environment().nowMicros() + patience.toNanos() / 1_000;
    boolean mayLead = !services.backend().isInterruptible();
    Place place = addWaiting(entry, end);
    if (place == Place.NONE) {
      return false;
    }
    if (place == Place.FIRST && mayLead) {
      lead(() -> entry.future().isDone());
    } else if (place == Place.FIRST) {
      leadElsewhere();
    }
    awaitDone(entry, end);
    if (!entry.future().isDone()) {
      boolean isInterrupted = Thread.currentThread().isInterrupted();
      var unused =
          entry.leave(
              isInterrupted
                  ? "the thread was interrupted"
                  : "there was no outcome after " + patience);
    }
    return true;
  }

  private void awaitDone(Entry<?> entry, long endMicros) {
    Waiter waiter = services.environment().waiter();
    if (!entry.future().isDone() && isQuick) {
      waiter.awaitSoon(entry.future(), left(endMicros, SOON_MICROS));
    }
    if (!entry.future().isDone()) {
      waiter.awaitDone(entry.future(), left(endMicros, Long.MAX_VALUE / 1_000));
    }
  }

  private Duration left(long endMicros, long mostMicros) {
    long left = Math.max(0, endMicros - services.environment().nowMicros());
    return Duration.ofNanos(1_000 * Math.min(left, mostMicros));
  }

  // A change that commits would wait for the thread that runs it.
  private void checkNotLeading() {
    if (leader == Thread.currentThread()) {
      throw new IllegalStateException(
          "a change of reference '%s' commits to the same reference; a change only edits its workspace"
              .formatted(reference));
    }
  }

  private Place addWaiting(Entry<?> entry, long endMicros) {
    while (true) {
      try {
        return add(entry);
      } catch (StoreBusyException e) {
        services.environment().waiter().await(Duration.ofMillis(1));
        if (Thread.currentThread().isInterrupted()
            || services.environment().nowMicros() > endMicros) {
          throw e;
        }
      }
    }
  }

  private synchronized Place add(Entry<?> entry) {
    if (closed) {
      throw closedException();
    }
    if (retired) {
      return Place.NONE;
    }
    if (queue.size() >= services.limits().maxQueued()) {
      throw new StoreBusyException(
          "%d commits wait for reference '%s' already; nothing was done, try again later"
              .formatted(queue.size(), reference));
    }
    entry.setSequence(++submitted);
    queue.add(entry);
    boolean isFirst = !led;
    led = true;
    return isFirst ? Place.FIRST : Place.LATER;
  }

  private StoreClosedException closedException() {
    return new StoreClosedException(
        "the store is closed; the commit on reference '%s' was not begun".formatted(reference));
  }

  private void leadElsewhere() {
    try {
      services
          .executor()
          .execute(
              () -> {
                int[] groups = {0};
                lead(() -> ++groups[0] == GROUPS_IN_A_ROW);
              });
    } catch (RuntimeException | Error e) {
      abandon(e); // an executor without threads left throws an Error; nobody must wait for it
    }
  }

  private void abandon(Throwable cause) {
    List<Entry<?>> waiting;
    synchronized (this) {
      waiting = pollAll();
      led = false;
    }
    CairnException told =
        cause instanceof RejectedExecutionException
            ? new StoreClosedException(
                "the executor takes no more work; the commit on reference '%s' was not begun"
                    .formatted(reference),
                cause)
            : new StoreBusyException(
                "the executor failed with %s; the commit on reference '%s' was not begun, try again later"
                    .formatted(cause, reference),
                cause);
    for (Entry<?> entry : waiting) {
      if (entry.fail(told)) {
        entry.publish();
      }
    }
  }

  private void lead(BooleanSupplier isEnough) {
    leader = Thread.currentThread();
    interrupted = Thread.interrupted();
    try {
      do {
        new GroupRun(this, services, reference).run();
      } while (!isEnough.getAsBoolean() && isAnyWaiting());
    } finally {
      shield();
      boolean restore = interrupted;
      leader = null;
      passOn();
      if (restore) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void passOn() {
    synchronized (this) {
      if (queue.isEmpty()) {
        led = false;
        return;
      }
    }
    leadElsewhere();
  }

  /**
   * Keeps interrupts of the leader's thread for later: they are meant for its own commit, not for
   * the calls and waits of the whole group.
   */
  void shield() {
    interrupted |= Thread.interrupted();
  }

  private synchronized boolean isAnyWaiting() {
    return !queue.isEmpty();
  }

  /** How many commits were submitted so far. */
  synchronized long submitted() {
    return submitted;
  }

  /**
   * The next entry for a group, if there is one.
   *
   * @param isFirst whether the group is empty; no other takes an entry that has to be alone
   */
  synchronized @Nullable Entry<?> poll(boolean isFirst) {
    Entry<?> next = queue.peek();
    return next == null || (next.isAlone() && !isFirst) ? null : queue.poll();
  }

  /** Notes how many commits were in the last group, and how long its swap took, and all of it. */
  void noteGroup(int size, long swapMicros, long groupMicros) {
    groupSize = size;
    isQuick = swapMicros < QUICK_SWAP_MICROS && groupMicros < QUICK_GROUP_MICROS;
  }

  /**
   * Lets those who were just told how their commits ended join the next group with what they commit
   * next: without, the leader is back before them, and groups have a few commits each.
   *
   * @param size how many are in the group so far
   * @return whether they had time to
   */
  boolean letOthersJoin(int size) {
    if (size >= groupSize || !isQuick) {
      return false;
    }
    services.environment().waiter().giveWay();
    return true;
  }

  synchronized List<Entry<?>> pollAll() {
    List<Entry<?>> all = new ArrayList<>(queue);
    queue.clear();
    return all;
  }

  synchronized List<Entry<?>> pollSubmittedUpTo(long sequence) {
    List<Entry<?>> found = queue.stream().filter(e -> e.sequence() <= sequence).toList();
    queue.removeAll(found);
    return found;
  }

  /** Puts entries back in front of all others, in their order. */
  synchronized void pushFront(List<Entry<?>> entries) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      queue.addFirst(entries.get(i));
    }
  }

  /** Forgets an entry that was left. */
  synchronized void remove(Entry<?> entry) {
    queue.remove(entry);
  }

  /**
   * Gives this queue up if nobody waits and nobody leads. Whoever has got hold of it meanwhile is
   * sent to the one that takes its place: in two queues, a caller's commits could overtake each
   * other.
   */
  synchronized boolean retireIfIdle() {
    retired = !led && queue.isEmpty();
    return retired;
  }

  /**
   * Tells those who wait. Threads are woken; other people's code that depends on a result runs on
   * the executor, where it does not hold up the next group.
   */
  void publish(List<Entry<?>> ended) {
    List<Entry<?>> elsewhere = new ArrayList<>();
    for (Entry<?> entry : ended) {
      if (entry.isAwaited()) {
        entry.publish();
      } else {
        elsewhere.add(entry);
      }
    }
    if (!elsewhere.isEmpty()) {
      try {
        services.executor().execute(() -> elsewhere.forEach(Entry::publish));
      } catch (RuntimeException | Error e) {
        elsewhere.forEach(Entry::publish); // they have ended; who else could tell them?
      }
    }
  }

  /** Refuses further commits, and those that wait. */
  void close() {
    List<Entry<?>> waiting;
    synchronized (this) {
      closed = true;
      waiting = pollAll();
    }
    for (Entry<?> entry : waiting) {
      if (entry.fail(closedException())) {
        entry.publish();
      }
    }
  }
}
