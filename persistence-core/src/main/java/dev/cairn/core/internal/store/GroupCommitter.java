package dev.cairn.core.internal.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.StoreBusyException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of this process's commits on one reference. Commits wait in the order of their submission,
 * and one thread at a time, the leader, runs them in groups.
 *
 * <p>If there is no leader, a waiting caller leads on its own thread until its commit has ended.
 * After that, or if interrupts could disturb the backend, a thread of the executor leads until the
 * queue is empty.
 */
final class GroupCommitter {
  // After so many groups the leader goes back to the executor's queue, so that it does not occupy a
  // thread forever.
  private static final int GROUPS_IN_A_ROW = 64;

  private static final Duration TIME_TO_LEAVE = Duration.ofMillis(20);
  private static final int LOOKS_AT_LEAVING = 50;

  private final CommitServices services;
  private final String reference;
  private final Deque<QueuedCommit<?>> queue = new ArrayDeque<>();
  private long submitted;
  private boolean led;
  private boolean closed;
  private boolean retired;
  private volatile @Nullable Thread leader;
  private final GroupRhythm rhythm;
  private final TurnGate turns;

  // Only the leader uses these.
  private boolean interrupted;
  private boolean stopped;
  private BooleanSupplier isOver = () -> false;

  GroupCommitter(CommitServices services, String reference) {
    this.services = services;
    this.reference = reference;
    this.rhythm = new GroupRhythm(services.environment());
    this.turns = new TurnGate(this, services, reference);
  }

  private enum Place {
    /** There is no leader: the thread that queued the entry must lead or start a leader. */
    FIRST,
    LATER,
    /** The queue is retired. */
    NONE
  }

  /** Queues {@code entry} for another thread to run; false if the queue is retired. */
  boolean submit(QueuedCommit<?> entry) {
    Place place = add(entry);
    if (place == Place.FIRST) {
      leadElsewhere();
    }
    return place != Place.NONE;
  }

  /** Queues {@code entry} and waits until it has ended or is abandoned; false if retired. */
  boolean await(QueuedCommit<?> entry, Duration patience) {
    checkNotLeading();
    long end = Durations.after(services.environment().nowMicros(), patience);
    boolean mayLead = !services.backend().isInterruptible();
    Place place = addWaiting(entry, end);
    if (place == Place.NONE) {
      return false;
    }
    if (place == Place.FIRST && mayLead) {
      // An interrupt is for this caller's own commit, which may leave until it is taken.
      lead(
          () -> entry.future().isDone(),
          () -> entry.future().isDone() || interrupted || services.environment().nowMicros() > end);
    } else if (place == Place.FIRST) {
      leadElsewhere();
    }
    do {
      rhythm.awaitDone(entry.news(), end);
    } while (entry.encodeHanded());
    if (!entry.future().isDone()) {
      boolean isInterrupted = Thread.currentThread().isInterrupted();
      var unused =
          entry.leave(
              isInterrupted
                  ? "the thread was interrupted"
                  : "there was no outcome after " + patience);
      var ignored = entry.encodeHanded(); // the leader left it to this thread meanwhile
    }
    return true;
  }

  // Code that runs when a commit ends, on the leader's thread, would wait for its own thread.
  private void checkNotLeading() {
    if (leader == Thread.currentThread()) {
      throw new IllegalStateException(
          "code that runs when a commit on reference '%s' ends commits to the same reference on the leader's thread; run it on an executor of its own"
              .formatted(reference));
    }
  }

  private Place addWaiting(QueuedCommit<?> entry, long endMicros) {
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

  private synchronized Place add(QueuedCommit<?> entry) {
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

  private ClosedException closedException() {
    return new ClosedException(
        "the store is closed; the commit on reference '%s' was not begun".formatted(reference));
  }

  private void leadElsewhere() {
    try {
      services
          .executor()
          .execute(
              () -> {
                int[] groups = {0};
                lead(() -> ++groups[0] == GROUPS_IN_A_ROW, () -> false);
              });
    } catch (RuntimeException | Error e) {
      abandon(e); // an executor without threads left throws an Error; no caller may wait for it
    }
  }

  private void abandon(Throwable cause) {
    List<QueuedCommit<?>> waiting;
    synchronized (this) {
      waiting = pollAll();
      led = false;
    }
    CairnException told =
        cause instanceof RejectedExecutionException
            ? new ClosedException(
                "the executor takes no more work; the commit on reference '%s' was not begun"
                    .formatted(reference),
                cause)
            : new StoreBusyException(
                "the executor failed with %s; the commit on reference '%s' was not begun, try again later"
                    .formatted(cause, reference),
                cause);
    for (QueuedCommit<?> entry : waiting) {
      if (entry.fail(told)) {
        entry.publish();
      }
    }
  }

  /**
   * Runs groups on this thread.
   *
   * @param isEnough whether this thread has led for long enough; asked after each group
   * @param isOver whether the patience of this thread's own commit is over; asked only while other
   *     processes have their turns
   */
  private void lead(BooleanSupplier isEnough, BooleanSupplier isOver) {
    leader = Thread.currentThread();
    interrupted = Thread.interrupted();
    stopped = false;
    this.isOver = isOver;
    try {
      do {
        new GroupRun(this, services, reference).run();
      } while (!isEnough.getAsBoolean() && !stopped && isNeeded());
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
      if (!isNeeded()) {
        led = false;
        return;
      }
    }
    leadElsewhere();
  }

  /**
   * Defers interrupts of the leader's thread: they are meant for its own commit, not for the calls
   * and waits of the whole group.
   */
  void shield() {
    interrupted |= Thread.interrupted();
  }

  // In a list, the process must see when its turn comes, to take it or to leave.
  private synchronized boolean isNeeded() {
    return !queue.isEmpty() || turns.isListed();
  }

  /** What decides when this process may attempt a group. */
  TurnGate turns() {
    return turns;
  }

  /** Whether the leader's thread should not wait longer; if so, another thread goes on. */
  boolean stopsLeading() {
    stopped = isOver.getAsBoolean();
    return stopped;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized int size() {
    return queue.size();
  }

  /** When the oldest waiting commit was submitted; {@code none} if none waits. */
  synchronized long oldestMicros(long none) {
    return queue.isEmpty() ? none : queue.peek().submittedMicros();
  }

  /** How many waiting commits were submitted until {@code micros}. */
  synchronized int submittedUntil(long micros) {
    int count = 0;
    for (QueuedCommit<?> entry : queue) {
      if (entry.submittedMicros() > micros) {
        break; // later ones were submitted later
      }
      count++;
    }
    return count;
  }

  /** Fails the commits at the front of the queue whose time is over. */
  void failExpired(OutcomeRelease ending) {
    while (true) {
      QueuedCommit<?> entry = first();
      Optional<CairnException> expired = entry == null ? Optional.empty() : ending.expiryOf(entry);
      if (entry == null || expired.isEmpty()) {
        return;
      }
      remove(entry);
      ending.fail(entry, expired.get());
    }
  }

  private synchronized @Nullable QueuedCommit<?> first() {
    return queue.peek();
  }

  /** How many commits were submitted so far. */
  synchronized long submitted() {
    return submitted;
  }

  /**
   * The next entry for a group, if there is one.
   *
   * @param isFirst whether the group is empty; only an empty group takes an entry that must run
   *     alone
   */
  synchronized @Nullable QueuedCommit<?> poll(boolean isFirst) {
    QueuedCommit<?> next = queue.peek();
    return next == null || (next.isAlone() && !isFirst) ? null : queue.poll();
  }

  /** How quickly groups follow each other. */
  GroupRhythm rhythm() {
    return rhythm;
  }

  synchronized List<QueuedCommit<?>> pollAll() {
    List<QueuedCommit<?>> all = new ArrayList<>(queue);
    queue.clear();
    return all;
  }

  synchronized List<QueuedCommit<?>> pollSubmittedUpTo(long sequence) {
    List<QueuedCommit<?>> found = queue.stream().filter(e -> e.sequence() <= sequence).toList();
    queue.removeAll(found);
    return found;
  }

  /** Puts entries back at the front of the queue, in the same order. */
  synchronized void pushFront(List<QueuedCommit<?>> entries) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      queue.addFirst(entries.get(i));
    }
  }

  /** Removes an abandoned entry. */
  synchronized void remove(QueuedCommit<?> entry) {
    queue.remove(entry);
  }

  /**
   * Retires this queue if it is empty and has no leader. A caller that still has it is then sent to
   * the queue that replaces it: in two queues, a caller's commits could overtake each other.
   */
  synchronized boolean retireIfIdle() {
    retired = !led && queue.isEmpty();
    return retired;
  }

  /** Refuses new commits, fails those that wait, and leaves the list of turns. */
  void close() {
    List<QueuedCommit<?>> waiting;
    synchronized (this) {
      closed = true;
      waiting = pollAll();
    }
    failClosed(waiting);
    // Others would wait for a process that is gone, and the backend may be closed after this.
    for (int i = 0; i < LOOKS_AT_LEAVING && isLeaving(); i++) {
      services.environment().waiter().await(TIME_TO_LEAVE);
    }
  }

  /** Fails the waiting commits of {@code handle}, which is closed; the process keeps its turn. */
  void withdraw(Object handle) {
    List<QueuedCommit<?>> waiting;
    synchronized (this) {
      waiting = queue.stream().filter(entry -> entry.isOf(handle)).toList();
      queue.removeAll(waiting);
    }
    failClosed(waiting);
  }

  private void failClosed(List<QueuedCommit<?>> waiting) {
    for (QueuedCommit<?> entry : waiting) {
      if (entry.fail(closedException())) {
        entry.publish();
      }
    }
  }

  private synchronized boolean isLeaving() {
    return led && turns.isListed() && leader != Thread.currentThread();
  }
}
