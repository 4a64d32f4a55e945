package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.typesafe.config.ConfigException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ConfigurationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Connects to a cluster with the driver's own configuration, overridden by Cairn's settings. */
final class Connector {
  /** The driver's profile for conditional writes. */
  static final String CONDITIONAL = "cairn-conditional";

  /** The driver's profile for serial reads. */
  static final String SERIAL_READ = "cairn-serial-read";

  /**
   * The protocol version. In version 5 servers add a number to the timeout reply of a conditional
   * write, which the driver does not expect: it takes the rest of the reply for another one, cannot
   * read that, and drops the connection with all requests in flight (seen with 4.19.3 and Cassandra
   * 5.0.9, on a cluster whose writers contend).
   */
  static final ProtocolVersion PROTOCOL = ProtocolVersion.V4;

  private final CassandraSettings settings;

  Connector(CassandraSettings settings) {
    this.settings = settings;
  }

  CqlSession connect() {
    settings
        .driverConfig()
        .filter(file -> !Files.isReadable(file))
        .ifPresent(
            file -> {
              throw new ConfigurationException(
                  "%s names %s, which cannot be read"
                      .formatted(CassandraBackendFactory.DRIVER_CONFIG.key(), file));
            });
    CqlSessionBuilder builder =
        CqlSession.builder()
            .withConfigLoader(DriverConfigLoader.fromString(driverConfig()))
            .withLocalDatacenter(settings.datacenter())
            .addContactPoints(contactPoints());
    settings
        .credentials()
        .ifPresent(role -> builder.withAuthCredentials(role.username(), role.password()));
    CqlSession session;
    try {
      session = builder.build();
    } catch (DriverException
        | AuthenticationException
        | IllegalStateException
        | IllegalArgumentException e) {
      throw failure(e);
    } catch (ConfigException e) {
      throw new ConfigurationException(
          "the driver's configuration (%s) is invalid: %s"
              .formatted(CassandraBackendFactory.DRIVER_CONFIG.key(), e.getMessage()),
          e);
    }
    try {
      checkDatacenter(session);
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Later entries override what is included. */
  String driverConfig() {
    String include =
        settings
            .driverConfig()
            .map(file -> "include required(file(" + quoted(file.toAbsolutePath() + "") + "))")
            .orElse("include classpath(\"application.conf\")");
    String overlay =
        """
        %s
        datastax-java-driver {
          basic.request.timeout = %s milliseconds
          advanced.protocol.version = %s
          advanced.metadata.schema.refreshed-keyspaces = [ %s ]
          advanced.metadata.schema.debouncer.window = 100 milliseconds
          advanced.monitor-reporting.enabled = false
          advanced.netty.io-group.shutdown { quiet-period = 100, timeout = 15000, unit = MILLISECONDS }
          advanced.netty.admin-group.shutdown { quiet-period = 100, timeout = 15000, unit = MILLISECONDS }
          profiles.%s {
            advanced.retry-policy.class = %s
            advanced.speculative-execution-policy.class = NoSpeculativeExecutionPolicy
          }
          profiles.%s.advanced.retry-policy.class = %s
        }
        """
            .formatted(
                include,
                settings.requestTimeout().toMillis(),
                PROTOCOL,
                quoted(settings.keyspace()),
                CONDITIONAL,
                quoted(NeverRetryPolicy.class.getName()),
                SERIAL_READ,
                quoted(SerialReadRetryPolicy.class.getName()));
    StringBuilder config = new StringBuilder(overlay);
    if (!settings.contactPoints().isEmpty()) {
      config.append("datastax-java-driver.basic.contact-points = []\n");
    }
    if (settings.tls()) {
      config.append(
          "datastax-java-driver.advanced.ssl-engine-factory.class = DefaultSslEngineFactory\n");
    }
    return config.toString();
  }

  // The driver ignores names that cannot be resolved, and if none is left connects to this machine.
  private List<InetSocketAddress> contactPoints() {
    List<InetSocketAddress> known = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String point : settings.contactPoints()) {
      int colon = point.lastIndexOf(':');
      int port = Integer.parseInt(point.substring(colon + 1));
      try {
        for (InetAddress address : InetAddress.getAllByName(point.substring(0, colon))) {
          known.add(new InetSocketAddress(address, port));
        }
      } catch (UnknownHostException e) {
        unknown.add(point);
      }
    }
    if (known.isEmpty() && !unknown.isEmpty()) {
      throw new BackendUnavailableException(
          "cannot resolve %s; check %s"
              .formatted(unknown, CassandraBackendFactory.CONTACT_POINTS.key()));
    }
    return known;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private CairnException failure(RuntimeException e) {
    boolean isLoginRefused =
        e instanceof AuthenticationException
            || (e instanceof AllNodesFailedException all
                && all.getAllErrors().values().stream()
                    .flatMap(List::stream)
                    .anyMatch(AuthenticationException.class::isInstance));
    if (isLoginRefused) {
      return new ConfigurationException(
          "%s refused to log in %s; check %s and %s"
              .formatted(
                  settings.place(),
                  settings.credentials().map(role -> "'" + role + "'").orElse("without a role"),
                  CassandraBackendFactory.USERNAME.key(),
                  CassandraBackendFactory.PASSWORD.key()),
          e);
    }
    if (e instanceof DriverException) {
      return new BackendUnavailableException(
          "cannot connect to %s; check that it runs and that %s is right: %s"
              .formatted(
                  settings.place(), CassandraBackendFactory.CONTACT_POINTS.key(), e.getMessage()),
          e);
    }
    return new ConfigurationException(
        "cannot connect to %s: %s".formatted(settings.place(), e.getMessage()), e);
  }

  // The driver only logs a wrong datacenter, and then has no node for any request.
  private void checkDatacenter(CqlSession session) {
    TreeSet<String> found = new TreeSet<>();
    session
        .getMetadata()
        .getNodes()
        .values()
        .forEach(node -> found.add(String.valueOf(node.getDatacenter())));
    if (!found.contains(settings.datacenter())) {
      throw new ConfigurationException(
          "%s is '%s', but the cluster has the datacenters %s; set it to one of them"
              .formatted(CassandraBackendFactory.DATACENTER.key(), settings.datacenter(), found));
    }
  }
}
