package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.iceberg.server.rest.RestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The settings of the server, {@code cairn.server.*}. */
public final class ServerSettings {
  /** The address to listen on. */
  public static final Setting<String> HOST =
      Setting.text("cairn.server.host", "The address to listen on").withDefault("127.0.0.1");

  /** The port of the Iceberg REST API. */
  public static final Setting<Integer> PORT =
      Setting.number(
              "cairn.server.port",
              0,
              65_535,
              "The port of the Iceberg REST API; 0 takes a free one")
          .withDefault("8181");

  /** The port of health and metrics. */
  public static final Setting<Integer> MANAGEMENT_PORT =
      Setting.number(
              "cairn.server.management-port",
              0,
              65_535,
              "The port of health and metrics; 0 takes a free one")
          .withDefault("8182");

  /** Whether to accept connections from other machines. */
  public static final Setting<Boolean> ALLOW_REMOTE =
      Setting.flag(
              "cairn.server.allow-remote",
              "Whether the address may be reachable from other machines")
          .withDefault("false");

  /** Whether other machines may connect although there is no authentication. */
  public static final Setting<Boolean> ALLOW_UNAUTHENTICATED =
      Setting.flag(
              "cairn.server.allow-unauthenticated",
              "Whether other machines may connect although every client can do everything")
          .withDefault("false");

  /** The names under which clients may reach the server. */
  public static final Setting<String> ALLOWED_HOSTS =
      Setting.text(
          "cairn.server.allowed-hosts",
          "The host names under which clients may reach the server, separated by commas, besides addresses and localhost; without them any, unless only this machine reaches it");

  /** The certificates of the Iceberg REST API. */
  public static final Setting<Path> TLS_CERTIFICATE =
      Setting.path(
          "cairn.server.tls.certificate",
          "A file in PEM with the certificate of the Iceberg REST API and its chain; without it there is no TLS");

  /** The key of the first certificate. */
  public static final Setting<Path> TLS_KEY =
      Setting.path(
          "cairn.server.tls.key",
          "A file in PEM with the key of the certificate, RSA or EC, in PKCS#8 without password");

  /** How often the files are read again. */
  public static final Setting<Duration> TLS_CHECK_PERIOD =
      Setting.duration(
              "cairn.server.tls.check-period",
              Duration.ofMillis(100),
              Duration.ofDays(1),
              "How long after they changed new connections get the certificates in the files")
          .withDefault("1m");

  /** The tenant whose warehouses are served. */
  public static final Setting<String> TENANT =
      Setting.text("cairn.server.tenant", "The tenant whose warehouses are served")
          .withDefault("default");

  /** How soon changes of a warehouse take effect. */
  public static final Setting<Duration> WAREHOUSE_AGE =
      Setting.duration(
              "cairn.server.warehouse-age",
              "How soon a change of a warehouse by another process takes effect")
          .withDefault("10s");

  /** The warehouse of clients that name none. */
  public static final Setting<String> DEFAULT_WAREHOUSE =
      Setting.text("cairn.server.default-warehouse", "The warehouse of clients that name none");

  /** Separates the levels of a namespace in URLs. */
  public static final Setting<String> NAMESPACE_SEPARATOR =
      Setting.text(
              "cairn.server.namespace-separator",
              "Separates the levels of a namespace in URLs, as it stands there; %1F always works")
          .withDefault("%1F");

  /** The largest body of a request. */
  public static final Setting<Long> MAX_BODY =
      Setting.size("cairn.server.max-body", "1k", "1g", "The largest body of a request")
          .withDefault("16m");

  /** The memory for bodies and large answers. */
  public static final Setting<Long> MAX_BUFFERED =
      Setting.size(
              "cairn.server.max-buffered",
              "64k",
              "64g",
              "The memory for all requests in progress together: bodies, what is read from them, large answers")
          .withDefault("128m");

  /** The largest head of a request. */
  public static final Setting<Long> MAX_HEADERS =
      Setting.size(
              "cairn.server.max-headers",
              "1k",
              "1m",
              "The largest size of the URL and all headers of a request together")
          .withDefault("32k");

  /** How deep JSON may be nested. */
  public static final Setting<Integer> MAX_JSON_DEPTH =
      Setting.number(
              "cairn.server.max-json-depth",
              10,
              1_000,
              "How deep the JSON of a request may be nested")
          .withDefault("200");

  /** How long a number in JSON may be. */
  public static final Setting<Integer> MAX_JSON_NUMBER =
      Setting.number(
              "cairn.server.max-json-number",
              40,
              1_000,
              "How many characters a number in the JSON of a request may have")
          .withDefault("100");

  /** How long a name in JSON may be. */
  public static final Setting<Integer> MAX_JSON_NAME =
      Setting.number(
              "cairn.server.max-json-name",
              1_000,
              1_000_000,
              "How many characters the name of a field in the JSON of a request may have")
          .withDefault("50000");

  /** The size of a page if the client names none. */
  public static final Setting<Integer> PAGE_SIZE =
      Setting.number(
              "cairn.server.page-size", 1, 10_000, "The size of a page if the client names none")
          .withDefault("100");

  /** The largest size of a page. */
  public static final Setting<Integer> MAX_PAGE_SIZE =
      Setting.number(
              "cairn.server.max-page-size",
              1,
              10_000,
              "The largest size of a page; a client that asks for more gets this")
          .withDefault("1000");

  /** How many requests are executed at a time. */
  public static final Setting<Integer> MAX_REQUESTS =
      Setting.number(
              "cairn.server.max-requests",
              1,
              10_000,
              "How many requests are executed at a time; others get 503 with Retry-After")
          .withDefault("128");

  /** How many connections are open at a time. */
  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.number(
              "cairn.server.max-connections",
              1,
              100_000,
              "How many connections are open at a time; others wait to be accepted")
          .withDefault("1024");

  /** When a connection without traffic is closed. */
  public static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
              "cairn.server.idle-timeout",
              Duration.ofMillis(100),
              Duration.ofHours(1),
              "When a connection without traffic is closed")
          .withDefault("60s");

  /** How long a client may take to send a request. */
  public static final Setting<Duration> RECEIVE_TIMEOUT =
      Setting.duration(
              "cairn.server.receive-timeout",
              Duration.ofMillis(100),
              Duration.ofHours(1),
              "How long a client may take to send the head of a request, and then its body")
          .withDefault("30s");

  /** How long a client may take to receive an answer. */
  public static final Setting<Duration> SEND_TIMEOUT =
      Setting.duration(
              "cairn.server.send-timeout",
              Duration.ofMillis(100),
              Duration.ofHours(1),
              "How long a client may take to receive an answer")
          .withDefault("2m");

  /** How long stopping waits for requests in progress. */
  public static final Setting<Duration> STOP_TIMEOUT =
      Setting.duration(
              "cairn.server.stop-timeout",
              Duration.ZERO,
              Duration.ofHours(1),
              "How long stopping waits for requests in progress")
          .withDefault("30s");

  /** Whether each request is logged. */
  public static final Setting<Boolean> ACCESS_LOG =
      Setting.flag(
              "cairn.server.access-log",
              "Whether each request is logged, at INFO by the logger dev.cairn.iceberg.access")
          .withDefault("true");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          HOST,
          PORT,
          MANAGEMENT_PORT,
          ALLOW_REMOTE,
          ALLOW_UNAUTHENTICATED,
          ALLOWED_HOSTS,
          TLS_CERTIFICATE,
          TLS_KEY,
          TLS_CHECK_PERIOD,
          TENANT,
          WAREHOUSE_AGE,
          DEFAULT_WAREHOUSE,
          NAMESPACE_SEPARATOR,
          MAX_BODY,
          MAX_BUFFERED,
          MAX_HEADERS,
          MAX_JSON_DEPTH,
          MAX_JSON_NUMBER,
          MAX_JSON_NAME,
          PAGE_SIZE,
          MAX_PAGE_SIZE,
          MAX_REQUESTS,
          MAX_CONNECTIONS,
          IDLE_TIMEOUT,
          RECEIVE_TIMEOUT,
          SEND_TIMEOUT,
          STOP_TIMEOUT,
          ACCESS_LOG);

  private ServerSettings() {}

  static RestLimits limits(Configuration configuration, Consumer<String> reached) {
    return new RestLimits(
        configuration.get(MAX_JSON_DEPTH),
        configuration.get(MAX_JSON_NUMBER),
        configuration.get(MAX_JSON_NAME),
        configuration.get(PAGE_SIZE),
        configuration.get(MAX_PAGE_SIZE),
        reached);
  }
}
