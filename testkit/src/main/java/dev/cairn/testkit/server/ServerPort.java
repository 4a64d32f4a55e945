package dev.cairn.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that tests start, and restart on the same port.
 *
 * <p>They are below those that the system gives to connections. Such a port could be gone before
 * the server listens, or while it is down: to any client on the machine, even to one that looks
 * whether the server is up again, and then connects to itself.
 */
public final class ServerPort {
  private static final int LOWEST = 12_000;
  private static final int LOWEST_GIVEN = 32_768;

  private ServerPort() {}

  /** A port of the loopback address that is free now. */
  public static int free() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_GIVEN);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // The port is taken.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
