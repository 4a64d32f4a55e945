package dev.cairn.iceberg.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose next request has begun but does not get past its head.
 *
 * <p>The idle timeout does not: every byte that dribbles in counts as traffic, so a client could
 * hold a connection for hours with one short request.
 */
final class SlowHeads extends AbstractLifeCycle implements Connection.Listener {
  private final Connector connector;
  private final long timeoutNanos;
  private final ServerMeters meters;
  private final Map<Connection, Progress> progress = new ConcurrentHashMap<>();
  private volatile Scheduler.@Nullable Task next;

  /**
   * How far a connection has come.
   *
   * @param requests how many requests have begun to be handled
   * @param bytes how much was received when this number was first seen
   */
  private record Progress(long requests, long bytes, long sinceNanos) {
    static Progress of(Connection connection) {
      return new Progress(connection.getMessagesIn(), connection.getBytesIn(), System.nanoTime());
    }
  }

  SlowHeads(Connector connector, Duration timeout, ServerMeters meters) {
    this.connector = connector;
    this.timeoutNanos = timeout.toNanos();
    this.meters = meters;
  }

  @Override
  public void onOpened(Connection connection) {
    progress.put(connection, new Progress(0, 0, System.nanoTime()));
  }

  @Override
  public void onClosed(Connection connection) {
    progress.remove(connection);
  }

  @Override
  protected void doStart() {
    schedule();
  }

  @Override
  protected void doStop() {
    Scheduler.Task task = next;
    if (task != null) {
      task.cancel();
    }
  }

  private void schedule() {
    next = connector.getScheduler().schedule(this::look, timeoutNanos / 2, TimeUnit.NANOSECONDS);
  }

  private void look() {
    progress.forEach(this::look);
    if (isRunning() || isStarting()) {
      schedule();
    }
  }

  // What it carries is another connection, whose heads are looked at by themselves.
  private void lookAtHandshake(SslConnection connection, Progress before) {
    if (!connection.getSSLEngine().getSession().getProtocol().equals("NONE")) {
      progress.remove(connection);
    } else if (System.nanoTime() - before.sinceNanos() > timeoutNanos) {
      meters.limited("slow-handshake");
      connection.getEndPoint().close();
    }
  }

  private void look(Connection connection, Progress before) {
    if (connection instanceof SslConnection tls) {
      lookAtHandshake(tls, before);
      return;
    }
    boolean isBetweenRequests = connection.getMessagesIn() == connection.getMessagesOut();
    if (!isBetweenRequests || connection.getMessagesIn() != before.requests()) {
      progress.replace(connection, before, Progress.of(connection));
    } else if (connection.getBytesIn() == before.bytes()) {
      // Nothing of the next request is here; the idle timeout counts.
      progress.replace(connection, before, Progress.of(connection));
    } else if (System.nanoTime() - before.sinceNanos() > timeoutNanos) {
      meters.limited("slow-head");
      connection.getEndPoint().close();
    }
  }
}
