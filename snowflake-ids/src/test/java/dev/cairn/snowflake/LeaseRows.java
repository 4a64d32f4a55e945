package dev.cairn.snowflake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of node leases in a database that can lose answers, lose writes and delay writes, shared
 * by the processes of a test.
 */
final class LeaseRows {
  /**
   * A node's row.
   *
   * @param token new with every write
   * @param owner new with every grant
   */
  record Row(
      long token, long owner, LeaseHolder holder, boolean released, long since, long until) {}

  /** What happens to a write; all but {@code NONE} answer "unknown". */
  enum Fault {
    NONE,
    APPLIED,
    LOST,
    DELAYED
  }

  enum Result {
    APPLIED,
    CONFLICT,
    UNKNOWN
  }

  /** Every grant that ever landed, with the last {@code until} it was given before its release. */
  static final class Grant {
    final int node;
    final LeaseHolder holder;
    final long previousUntil;
    long until;

    Grant(int node, LeaseHolder holder, long previousUntil) {
      this.node = node;
      this.holder = holder;
      this.previousUntil = previousUntil;
    }
  }

  private final Map<Integer, Row> rows = new HashMap<>();
  private final Map<Long, Grant> grants = new HashMap<>();
  private final List<Runnable> delayed = new ArrayList<>();
  private final Deque<Fault> planned = new ArrayDeque<>();
  private long tokens;

  /** Decides the fate of each write for which none is planned. */
  Supplier<Fault> faults = () -> Fault.NONE;

  /** Runs before and after every write, as other processes do. */
  Runnable interleave = () -> {};

  /** The next writes meet these faults. */
  void plan(Fault... faults) {
    planned.addAll(List.of(faults));
  }

  synchronized long newToken() {
    return ++tokens;
  }

  synchronized @Nullable Row read(int node) {
    return rows.get(node);
  }

  synchronized List<Grant> grants() {
    return List.copyOf(grants.values());
  }

  /** Puts {@code next} in place of the row with the token {@code expected}, 0 for no row. */
  Result swap(int node, long expected, Row next) {
    interleave.run();
    Result result = write(node, expected, next);
    interleave.run();
    return result;
  }

  private synchronized Result write(int node, long expected, Row next) {
    Fault planned = this.planned.poll();
    Fault fault = planned != null ? planned : faults.get();
    if (fault == Fault.NONE) {
      return apply(node, expected, next) ? Result.APPLIED : Result.CONFLICT;
    } else if (fault == Fault.APPLIED) {
      apply(node, expected, next);
    } else if (fault == Fault.DELAYED) {
      delayed.add(() -> apply(node, expected, next));
    }
    return Result.UNKNOWN;
  }

  private boolean apply(int node, long expected, Row next) {
    Row row = rows.get(node);
    if ((row == null ? 0 : row.token()) != expected) {
      return false;
    }
    long previousUntil = row == null ? 0 : row.until();
    Grant grant =
        grants.computeIfAbsent(
            next.owner(), owner -> new Grant(node, next.holder(), previousUntil));
    grant.until = Math.max(grant.until, next.until());
    rows.put(node, next);
    return true;
  }

  /** Lets the delayed write at {@code index}, or all if negative, reach the database now. */
  synchronized void land(int index) {
    if (index >= 0) {
      delayed.remove(index).run();
    } else {
      delayed.forEach(Runnable::run);
      delayed.clear();
    }
  }

  synchronized int delayedWrites() {
    return delayed.size();
  }
}
