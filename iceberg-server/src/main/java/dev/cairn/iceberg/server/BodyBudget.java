package dev.cairn.iceberg.server;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that bodies of requests in progress may take together. */
final class BodyBudget {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  BodyBudget(long limit) {
    this.limit = limit;
  }

  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= limit) {
      return true;
    }
    release(bytes);
    return false;
  }

  void release(long bytes) {
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }
}
