package dev.cairn.iceberg.server;

import dev.cairn.testkit.server.TcpProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Several server processes on one database, and the proxies that lead clients to them, as a load
 * balancer does: away from a server that is gone.
 */
final class ServerGroup implements AutoCloseable {
  private final Map<String, String> settings;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final Set<Integer> gone = new HashSet<>();
  private final Map<TcpProxy, Integer> proxies = new HashMap<>();

  ServerGroup(Map<String, String> settings, int size) {
    this.settings = settings;
    for (int i = 0; i < size; i++) {
      servers.add(new ServerProcess(settings));
    }
    servers.forEach(ServerProcess::awaitStart);
  }

  int size() {
    return servers.size();
  }

  synchronized ServerProcess server(int index) {
    return servers.get(index);
  }

  /** A new proxy that leads to a server, also after it was started again. */
  synchronized TcpProxy proxy(int index) {
    TcpProxy proxy = TcpProxy.to(servers.get(index).address());
    proxies.put(proxy, index);
    return proxy;
  }

  /** Leads new connections of a proxy to a server, or to the next one that is there. */
  synchronized void lead(TcpProxy proxy, int index) {
    int next = index;
    while (gone.contains(next)) {
      next = (next + 1) % servers.size();
    }
    proxies.put(proxy, next);
    proxy.retarget(servers.get(next).address());
  }

  /**
   * Kills a server. New connections lead elsewhere, those that it has break; clients repeat at
   * once, and few times.
   */
  void kill(int index) {
    synchronized (this) {
      gone.add(index);
      Map.copyOf(proxies).forEach(this::lead);
    }
    server(index).kill();
  }

  /** Starts a server that was killed, on another port. */
  void restart(int index) {
    ServerProcess next = new ServerProcess(settings).awaitStart();
    synchronized (this) {
      servers.set(index, next).close();
      gone.remove(index);
    }
  }

  @Override
  public void close() {
    proxies.keySet().forEach(TcpProxy::close);
    servers.forEach(ServerProcess::close);
  }
}
