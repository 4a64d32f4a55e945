package dev.cairn.iceberg.server;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/** A connector that counts the connections it closes because they are idle. */
final class CountingConnector extends ServerConnector {
  private final ServerMeters meters;

  CountingConnector(
      Server server, Scheduler scheduler, ServerMeters meters, ConnectionFactory... protocols) {
    super(server, null, scheduler, null, 1, 1, protocols);
    this.meters = meters;
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    AtomicBoolean counted = new AtomicBoolean();
    SocketChannelEndPoint point =
        new SocketChannelEndPoint(channel, selector, key, getScheduler()) {
          @Override
          protected void onIdleExpired(TimeoutException timeout) {
            // There may be several: one asks the client to close, a later one closes.
            if (isBetweenRequests(getConnection()) && counted.compareAndSet(false, true)) {
              meters.limited("idle");
            }
            super.onIdleExpired(timeout);
          }
        };
    point.setIdleTimeout(getIdleTimeout());
    return point;
  }

  // A request that is executed for long is no idle connection.
  private static boolean isBetweenRequests(Connection connection) {
    if (connection instanceof SslConnection tls) {
      return isBetweenRequests(tls.getSslEndPoint().getConnection());
    }
    return connection == null || connection.getMessagesIn() == connection.getMessagesOut();
  }
}
