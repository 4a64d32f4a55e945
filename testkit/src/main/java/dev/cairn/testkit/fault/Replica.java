package dev.cairn.testkit.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * The last versions of rows, newest first: what a replica that is behind may still have.
 *
 * @param <K> the kind of keys
 * @param <R> the kind of rows
 */
final class Replica<K, R> {
  private static final int VERSIONS = 4;

  private final Map<K, Deque<R>> versions = new HashMap<>();

  /** Notes that {@code row} was there. */
  synchronized void saw(K key, R row) {
    Deque<R> line = versions.computeIfAbsent(key, unused -> new ArrayDeque<>(VERSIONS + 1));
    if (!row.equals(line.peekFirst())) {
      line.addFirst(row);
      if (line.size() > VERSIONS) {
        line.removeLast();
      }
    }
  }

  /**
   * The row as it was {@code back} versions ago; nothing if the replica does not go back so far.
   */
  synchronized Optional<R> before(K key, int back) {
    Iterator<R> line = versions.getOrDefault(key, new ArrayDeque<>()).iterator();
    Optional<R> found = Optional.empty();
    for (int i = 0; i <= back; i++) {
      found = line.hasNext() ? Optional.of(line.next()) : Optional.empty();
    }
    return found;
  }
}
