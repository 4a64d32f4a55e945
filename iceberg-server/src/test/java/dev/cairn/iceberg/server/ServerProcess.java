package dev.cairn.iceberg.server;

import dev.cairn.testkit.process.ChildProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** A server in a JVM of its own, to be killed. */
final class ServerProcess implements AutoCloseable {
  private static final List<String> FLAGS =
      List.of("-Xms64m", "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final ChildProcess child = new ChildProcess(FLAGS, ServerProgram.class.getName());
  private int port;
  private int managementPort;

  /** Begins to start a server; {@link #awaitStart} returns when it listens. */
  ServerProcess(Map<String, String> settings) {
    settings.forEach((key, value) -> child.say(key + "=" + value));
    child.say("");
  }

  ServerProcess awaitStart() {
    String ports = child.readLine();
    if (ports == null) {
      throw new IllegalStateException("the server ended before it listened");
    }
    String[] both = ports.split(" ", -1);
    port = Integer.parseInt(both[0]);
    managementPort = Integer.parseInt(both[1]);
    return this;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  String uri() {
    return "http://127.0.0.1:" + port;
  }

  int managementPort() {
    return managementPort;
  }

  /** Kills it as kill -9 does, and returns when it is gone. */
  void kill() {
    child.kill();
    int unused = child.await();
  }

  @Override
  public void close() {
    child.close();
  }
}
