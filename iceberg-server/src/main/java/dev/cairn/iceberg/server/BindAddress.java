package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The address to listen on: this machine alone, unless two settings ask for more. */
final class BindAddress {
  private BindAddress() {}

  static InetAddress of(Configuration configuration) {
    String host = configuration.get(ServerSettings.HOST);
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new ConfigurationException(
          "%s = '%s' is not an address of this machine".formatted(ServerSettings.HOST, host), e);
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
    return address;
  }
}
