package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** The address and ports to listen on: this machine alone, unless two settings ask for more. */
final class BindAddress {
  private BindAddress() {}

  /**
   * Checks that this machine has the address. Whether the ports are free is not checked: another
   * server may have them until this one starts.
   */
  static void check(Configuration configuration) {
    InetAddress address = of(configuration);
    try (ServerSocket probe = new ServerSocket(0, 1, address)) {
      int unused = probe.getLocalPort();
    } catch (IOException e) {
      throw new ConfigurationException(notHere(configuration.get(ServerSettings.HOST)), e);
    }
  }

  private static String notHere(String host) {
    return "%s = '%s' is not an address of this machine".formatted(ServerSettings.HOST, host);
  }

  static InetAddress of(Configuration configuration) {
    String host = configuration.get(ServerSettings.HOST);
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new ConfigurationException(notHere(host), e);
    }
    boolean isAllowed =
        configuration.get(ServerSettings.ALLOW_REMOTE)
            && configuration.get(ServerSettings.ALLOW_UNAUTHENTICATED);
    if (!address.isLoopbackAddress() && !isAllowed) {
      throw new ConfigurationException(
          "%s = '%s' is reachable from other machines, and there is no authentication: every client could do everything. Use a loopback address, or set both %s and %s to true"
              .formatted(
                  ServerSettings.HOST,
                  host,
                  ServerSettings.ALLOW_REMOTE,
                  ServerSettings.ALLOW_UNAUTHENTICATED));
    }
    int port = configuration.get(ServerSettings.PORT);
    if (port != 0 && port == configuration.get(ServerSettings.MANAGEMENT_PORT)) {
      throw new ConfigurationException(
          "%s and %s are both %s; choose two ports"
              .formatted(
                  ServerSettings.PORT, ServerSettings.MANAGEMENT_PORT, Integer.toString(port)));
    }
    return address;
  }
}
