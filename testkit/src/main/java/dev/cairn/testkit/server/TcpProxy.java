package dev.cairn.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a driver and its server, to make the driver's real ambiguous errors happen when a
 * test wants them.
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to(server.address())) {
 *   Trap trap = proxy.trap("PutItem", Fate.CUT_REPLY);
 *   CasResult<ObjectRow> result = connect(proxy.address()).insert(row);
 *   trap.awaitReply(); // the server has done it
 *   // and the result is unknown
 * }
 * }</pre>
 *
 * <p>A request is recognized by a text in its bytes, so connections must be neither encrypted nor
 * compressed. Where a driver sends several requests at once over one connection, the fate of one is
 * that of its neighbours: send one at a time.
 */
public final class TcpProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final List<Trap> traps = new CopyOnWriteArrayList<>();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile InetSocketAddress target;
  private volatile boolean refusing;

  private TcpProxy(InetSocketAddress target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** A proxy for the server at {@code target}, on a free port of the loopback address. */
  public static TcpProxy to(InetSocketAddress target) {
    try {
      TcpProxy proxy = new TcpProxy(target);
      start("proxy " + proxy.address(), proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the driver is to connect. */
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** Leads new connections to {@code next}: a server that was started again on another port. */
  public void retarget(InetSocketAddress next) {
    target = next;
  }

  /** Gives the next request that contains {@code text} its {@code fate}. */
  public Trap trap(String text, Fate fate) {
    return trap(text, fate, 1);
  }

  /** Gives the next so many requests that contain {@code text} their {@code fate}. */
  public Trap trap(String text, Fate fate, int times) {
    Trap trap = new Trap(text, fate, times);
    traps.add(trap);
    return trap;
  }

  /** Counts requests that contain {@code text}, from now on. */
  public Trap count(String text) {
    return trap(text, Fate.PASS, Integer.MAX_VALUE);
  }

  /** Takes all traps away; what they hold stays held until they are released. */
  public void clear() {
    traps.clear();
  }

  /** Resets all connections there are. */
  public void cutAll() {
    for (ProxiedConnection connection : connections) {
      try {
        connection.reset();
      } catch (IOException e) {
        // It ended by itself.
      }
    }
  }

  /** From now on resets every new connection before it can be used. */
  public void refuseConnections() {
    refusing = true;
  }

  /** Takes new connections again. */
  public void acceptConnections() {
    refusing = false;
  }

  /** How many connections were made through this proxy. */
  public int connections() {
    return accepted.get();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // This proxy was closed, or the client was gone again; the next one may not be.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server = new Socket();
    try {
      if (refusing) {
        throw new IOException("refused");
      }
      server.connect(target);
      if (server.getLocalSocketAddress().equals(server.getRemoteSocketAddress())) {
        // The server is gone, and the system gave this connection its port.
        throw new IOException("connected to itself");
      }
      ProxiedConnection connection = new ProxiedConnection(client, server, traps);
      connections.add(connection);
      accepted.incrementAndGet();
      start("requests " + address(), connection::copyRequests);
      start(
          "replies " + address(),
          () -> {
            connection.copyReplies();
            connections.remove(connection);
          });
      if (listener.isClosed()) {
        connection.close();
      }
    } catch (IOException e) {
      client.setSoLinger(true, 0);
      client.close();
      server.close();
    }
  }

  private static void start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends all connections and lets go what is held. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    traps.forEach(Trap::release);
    for (ProxiedConnection connection : connections) {
      try {
        connection.close();
      } catch (IOException e) {
        // It ended by itself.
      }
    }
  }
}
