package dev.cairn.core.internal.store;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The queues of commits of one store, one for each reference. All open handles on the store share
 * them, so that their commits form groups.
 */
final class CommitQueues {
  private final Scope scope;
  private final CommitServices services;
  private final Map<String, GroupCommitter> committers = new ConcurrentHashMap<>();
  private int handles = 1;
  private volatile boolean closed;

  /** The queues of a store with one handle. */
  CommitQueues(Scope scope, CommitServices services) {
    this.scope = scope;
    this.services = services;
  }

  /** Counts another handle; false if the last one was closed before. */
  synchronized boolean retain() {
    if (closed) {
      return false;
    }
    handles++;
    return true;
  }

  /** Uncounts {@code handle}, whose waiting commits fail. The last one closes the queues. */
  void release(Object handle) {
    boolean isLast;
    synchronized (this) {
      handles--;
      isLast = handles == 0;
      closed |= isLast;
    }
    if (isLast) {
      close();
    } else {
      committers.values().forEach(each -> each.withdraw(handle));
    }
  }

  /** Refuses new commits of all handles, and fails those that wait. */
  void close() {
    closed = true;
    committers.values().forEach(GroupCommitter::close);
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * The queue of {@code reference}.
   *
   * @throws IllegalArgumentException if the name is invalid
   */
  GroupCommitter of(String reference) {
    GroupCommitter known = committers.get(reference);
    if (known != null) {
      return known;
    }
    String name = new ReferenceKey(scope, reference).name(); // refuses invalid names
    // Names may come from untrusted input: those without a reference are not kept.
    committers
        .entrySet()
        .removeIf(
            other ->
                services.seen().find(other.getKey()).isEmpty() && other.getValue().retireIfIdle());
    GroupCommitter made =
        committers.computeIfAbsent(name, unknown -> new GroupCommitter(services, name));
    if (closed) {
      made.close(); // close() may have closed the others before this one was added
    }
    return made;
  }

  /** How many references have a queue now. */
  int size() {
    return committers.size();
  }
}
