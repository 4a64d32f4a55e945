package dev.cairn.iceberg.server;

import dev.cairn.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Receives one body. No thread waits for a slow sender. The budget pays for what was received, and
 * in the end for what will be read from it.
 */
final class BodyReader implements Runnable {
  /** How receiving ended. */
  enum End {
    COMPLETE,
    TOO_LARGE,
    /** What the body has would alone take more memory than there is for all of them. */
    JSON_MEMORY,
    NO_MEMORY,
    TOO_SLOW,
    CUT
  }

  /** What happens next; called once. */
  @FunctionalInterface
  interface Next {
    void continueWith(End end, Bytes body);
  }

  private final Content.Source source;
  private final long max;
  private final MemoryBudget budget;
  private final Consumer<BodyReader> waiting;
  private final Next next;
  private final AtomicBoolean ended = new AtomicBoolean();
  private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Bytes body = Bytes.empty();
  private boolean isWaiting;
  private long received;
  private long taken;
  private boolean isReleased;

  /**
   * @param waiting called once, before it waits for the first part that has not arrived yet
   */
  BodyReader(
      Content.Source source,
      long max,
      MemoryBudget budget,
      Consumer<BodyReader> waiting,
      Next next) {
    this.source = source;
    this.max = max;
    this.budget = budget;
    this.waiting = waiting;
    this.next = next;
  }

  /** Reads what is there, and comes back when there is more. */
  @Override
  public void run() {
    while (!ended.get()) {
      Content.Chunk chunk = source.read();
      if (chunk == null) {
        if (!isWaiting) {
          isWaiting = true;
          waiting.accept(this);
        }
        source.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        end(End.CUT);
        return;
      }
      End reached = take(chunk);
      if (reached != null) {
        end(reached);
        return;
      }
    }
  }

  private @Nullable End take(Content.Chunk chunk) {
    try {
      int length = chunk.remaining();
      if (received + length > max) {
        return End.TOO_LARGE;
      }
      if (!take(length)) {
        return End.NO_MEMORY;
      }
      received += length;
      byte[] copy = new byte[length];
      chunk.getByteBuffer().get(copy);
      bytes.writeBytes(copy);
      return chunk.isLast() ? complete() : null;
    } finally {
      chunk.release();
    }
  }

  private End complete() {
    byte[] all = bytes.toByteArray();
    bytes = new ByteArrayOutputStream(0);
    long weight = JsonWeight.of(all);
    if (received + weight > budget.limit()) {
      return End.JSON_MEMORY;
    }
    if (!take(weight)) {
      return End.NO_MEMORY;
    }
    body = Bytes.wrap(all);
    return End.COMPLETE;
  }

  // The timer may end the exchange between two chunks, or in the middle of one.
  private synchronized boolean take(long length) {
    if (isReleased || !budget.takeForBody(length)) {
      return false;
    }
    taken += length;
    return true;
  }

  /** Gives back what it took of the budget, and takes no more. */
  synchronized void release() {
    isReleased = true;
    budget.releaseOfBody(taken);
    taken = 0;
  }

  /** Ends receiving because the client takes too long. */
  void expire() {
    end(End.TOO_SLOW);
  }

  // The timer and the reader may both come here.
  private void end(End how) {
    if (ended.compareAndSet(false, true)) {
      next.continueWith(how, how == End.COMPLETE ? body : Bytes.empty());
    }
  }
}
