package dev.cairn.backend.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.AbstractNativeReference;

/**
 * Objects of RocksDB that live outside the heap: closed together, the last one made first, and
 * counted. All of this package's are made through one of these; nothing else ends them.
 */
final class Natives implements AutoCloseable {
  private final AtomicInteger open;
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();

  /** The first of a store; those made from it share its count. */
  Natives() {
    this(new AtomicInteger());
  }

  private Natives(AtomicInteger open) {
    this.open = open;
  }

  /** For objects that end before these. */
  Natives nested() {
    return new Natives(open);
  }

  /** Takes over {@code object}; the answer is the same object. */
  <T extends AbstractNativeReference> T own(T object) {
    owned.push(object);
    open.incrementAndGet();
    return object;
  }

  /** How many objects are open, here and in all that were made from the first one. */
  int count() {
    return open.get();
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
      open.decrementAndGet();
    }
  }
}
