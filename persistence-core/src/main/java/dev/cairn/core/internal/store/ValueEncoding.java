package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Encoding of the large values that one run of a change put, on the first thread that begins it.
 */
final class ValueEncoding {
  private final Supplier<List<Bytes>> work;
  private final AtomicBoolean isBegun = new AtomicBoolean();
  private final CompletableFuture<List<Bytes>> encoded = new CompletableFuture<>();

  /**
   * @param work encodes the values, in the order in which they were put
   */
  ValueEncoding(Supplier<List<Bytes>> work) {
    this.work = work;
  }

  /** Encodes the values, unless another thread does or did. */
  void run() {
    if (isBegun.compareAndSet(false, true)) {
      try {
        encoded.complete(work.get());
      } catch (Throwable e) {
        encoded.completeExceptionally(e); // it belongs to the commit, not to this thread
      }
    }
  }

  /** Done when the values are encoded, or cannot be. */
  Future<?> done() {
    return encoded;
  }

  /**
   * The encoded values.
   *
   * @throws java.util.concurrent.CompletionException if a value cannot be encoded
   */
  List<Bytes> encoded() {
    return encoded.join();
  }
}
