package dev.cairn.iceberg.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Reads and forgets what a client still sends of a request that is answered already. A connection
 * that is closed with bytes unread is reset, and a client that is still sending then finds a broken
 * connection instead of the answer.
 */
final class Leftovers implements Runnable {
  private final Request request;
  private final Runnable next;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Scheduler.Task timer;

  private Leftovers(Request request, Duration patience, Runnable next) {
    this.request = request;
    this.next = next;
    this.timer =
        request
            .getComponents()
            .getScheduler()
            .schedule(this::end, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether more of {@code request} may come; a client that asks before it sends will not send. */
  static boolean mayCome(Request request) {
    return request.getLength() != 0 && !request.getHeaders().contains(HttpHeader.EXPECT);
  }

  /** Reads what comes within {@code patience}, and then runs {@code next}. */
  static void read(Request request, Duration patience, Runnable next) {
    new Leftovers(request, patience, next).run();
  }

  @Override
  public void run() {
    while (!ended.get()) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      chunk.release();
      if (chunk.isLast() || Content.Chunk.isFailure(chunk)) {
        end();
      }
    }
  }

  // The timer and the reader may both come here.
  private void end() {
    if (ended.compareAndSet(false, true)) {
      timer.cancel();
      next.run();
    }
  }
}
