package dev.cairn.iceberg.server;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;

/** A port with its own threads, so that a busy API does not delay health and metrics. */
final class JettyListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(JettyListener.class.getName());

  /** Threads that accept, select and keep time. */
  private static final int OWN_THREADS = 8;

  /**
   * Names have slashes, percent signs and the separator of levels, all encoded. Paths are matched
   * as sent, so that none of this can lead to another resource.
   */
  private static final UriCompliance URIS =
      UriCompliance.from(
          EnumSet.of(
              UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
              UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
              UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS,
              UriCompliance.Violation.ILLEGAL_PATH_CHARACTERS,
              UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT,
              UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT,
              UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER,
              UriCompliance.Violation.BAD_UTF8_ENCODING,
              UriCompliance.Violation.TRUNCATED_UTF8_ENCODING,
              UriCompliance.Violation.BAD_PERCENT_ENCODING));

  private final Server server;
  private final ServerConnector connector;

  private JettyListener(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Opens a port.
   *
   * @param port which one
   * @param isForClients whether it has TLS if that is configured
   */
  static JettyListener start(
      String name,
      InetAddress address,
      Setting<Integer> port,
      int requests,
      boolean isForClients,
      Handler handler,
      ServerMeters meters,
      Configuration configuration) {
    QueuedThreadPool threads = new QueuedThreadPool(requests + OWN_THREADS, OWN_THREADS);
    threads.setName(name);
    threads.setDaemon(true);
    Server server = new Server(threads);
    Scheduler scheduler = new ScheduledExecutorScheduler(name + "-timer", true);
    HttpConnectionFactory http = new HttpConnectionFactory(http(configuration));
    Optional<TlsFiles> tls =
        isForClients ? TlsFiles.of(configuration, scheduler, meters) : Optional.empty();
    ConnectionFactory[] protocols =
        tls.<ConnectionFactory[]>map(
                each ->
                    new ConnectionFactory[] {
                      new SslConnectionFactory(each.contexts(), http.getProtocol()), http
                    })
            .orElse(new ConnectionFactory[] {http});
    if (tls.isPresent()) {
      // A proxy may pass on another host name than the certificate has; nothing here depends on it.
      http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false));
    }
    ServerConnector connector = new CountingConnector(server, scheduler, meters, protocols);
    connector.setHost(address.getHostAddress());
    connector.setPort(configuration.get(port));
    connector.setIdleTimeout(configuration.get(ServerSettings.IDLE_TIMEOUT).toMillis());
    server.addConnector(connector);
    tls.ifPresent(connector::addBean);
    server.addBean(
        new NetworkConnectionLimit(configuration.get(ServerSettings.MAX_CONNECTIONS), connector) {
          @Override
          protected void limit() {
            meters.limited("connections");
            super.limit();
          }
        });
    connector.addBean(
        new SlowHeads(connector, configuration.get(ServerSettings.RECEIVE_TIMEOUT), meters));
    server.setHandler(new GracefulHandler(handler));
    server.setErrorHandler(new JettyErrors(meters));
    server.setStopTimeout(configuration.get(ServerSettings.STOP_TIMEOUT).toMillis());
    JettyListener listener = new JettyListener(server, connector);
    try {
      server.start();
    } catch (Exception e) {
      listener.close();
      throw new ConfigurationException(
          "%s = '%s' cannot be listened on at %s (%s); stop the program that has it, or choose another port"
              .formatted(
                  port,
                  Integer.toString(configuration.get(port)),
                  address.getHostAddress(),
                  (e.getCause() == null ? e : e.getCause()).getMessage()),
          e);
    }
    return listener;
  }

  private static HttpConfiguration http(Configuration configuration) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(Math.toIntExact(configuration.get(ServerSettings.MAX_HEADERS)));
    http.setHttpCompliance(HttpCompliance.RFC9110);
    http.setUriCompliance(URIS);
    return http;
  }

  /** How many connections are open. */
  int connections() {
    return connector.getConnectedEndPoints().size();
  }

  int port() {
    return connector.getLocalPort();
  }

  /** Stops accepting, and waits a bounded time for requests in progress. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.log(System.Logger.Level.WARNING, "requests were cut when the server stopped", e);
    }
  }
}
