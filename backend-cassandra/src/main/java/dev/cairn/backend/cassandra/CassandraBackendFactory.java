package dev.cairn.backend.cassandra;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import dev.cairn.backend.cassandra.CassandraSettings.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Opens backends called {@code cassandra}, each with its own session. */
public final class CassandraBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "cassandra";

  /** Where the cluster is. */
  public static final Setting<String> CONTACT_POINTS =
      Setting.text(
          "cairn.cassandra.contact-points",
          "Some nodes of the cluster as host:port, separated by commas; by default those of"
              + " the driver's configuration, or 127.0.0.1:9042");

  /** The local datacenter. */
  public static final Setting<String> DATACENTER =
      Setting.text("cairn.cassandra.datacenter", "The datacenter whose nodes this process uses");

  /** The keyspace. */
  public static final Setting<String> KEYSPACE =
      Setting.text("cairn.cassandra.keyspace", "The keyspace of the store").withDefault("cairn");

  /** The compare-and-swap domain. */
  public static final Setting<CasDomain> CAS_DOMAIN =
      Setting.choice(
              "cairn.cassandra.cas-domain",
              CasDomain.class,
              "Whether all writers are in the local datacenter (datacenter: LOCAL_SERIAL and"
                  + " LOCAL_QUORUM) or in any (global: SERIAL and QUORUM)")
          .withDefault("datacenter");

  /** The number of replicas of a new keyspace. */
  public static final Setting<Integer> REPLICATION_FACTOR =
      Setting.number(
              "cairn.cassandra.replication-factor",
              1,
              99,
              "How many replicas of each row the local datacenter has, if the keyspace has to"
                  + " be created")
          .withDefault("3");

  /** The role to log in as. */
  public static final Setting<String> USERNAME =
      Setting.text("cairn.cassandra.username", "The role to log in as, with a password");

  /** The password of the role. */
  public static final Setting<String> PASSWORD =
      Setting.text("cairn.cassandra.password", "The password of the role").asSecret();

  /** Whether connections are encrypted. */
  public static final Setting<Boolean> TLS =
      Setting.flag(
              "cairn.cassandra.tls",
              "Whether to encrypt connections, with the JVM's trust store and host name"
                  + " verification; other options are in the driver's configuration")
          .withDefault("false");

  /** The timeout of a request. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cairn.cassandra.request-timeout",
              "How long to wait for a reply; should be longer than the timeouts of the"
                  + " cluster, whose errors say more")
          .withDefault("PT10S");

  /** The timeout of a page of a scan. */
  public static final Setting<Duration> PAGE_TIMEOUT =
      Setting.duration("cairn.cassandra.page-timeout", "How long to wait for a page of a scan")
          .withDefault("PT30S");

  /** The limit of parallel requests. */
  public static final Setting<Integer> MAX_IN_FLIGHT =
      Setting.number(
              "cairn.cassandra.max-in-flight",
              1,
              1024,
              "How many requests of bulk reads and writes may be in flight")
          .withDefault("128");

  /** How long expired rows stay. */
  public static final Setting<Duration> EXPIRY_MARGIN =
      Setting.duration(
              "cairn.cassandra.expiry-margin",
              "How long a row stays at least after its expiry hint; more than the clocks of"
                  + " this process and of the cluster can differ")
          .withDefault("PT10M");

  /** The driver's own configuration. */
  public static final Setting<Path> DRIVER_CONFIG =
      Setting.path(
          "cairn.cassandra.driver-config",
          "A file with the driver's own configuration; by default application.conf on the"
              + " class path");

  private static final Pattern IDENTIFIER = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  private static final Pattern CONTACT_POINT =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,\\[\\]]+):[0-9]{1,5}");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        CONTACT_POINTS,
        DATACENTER,
        KEYSPACE,
        CAS_DOMAIN,
        REPLICATION_FACTOR,
        USERNAME,
        PASSWORD,
        TLS,
        REQUEST_TIMEOUT,
        PAGE_TIMEOUT,
        MAX_IN_FLIGHT,
        EXPIRY_MARGIN,
        DRIVER_CONFIG);
  }

  @Override
  public Backend open(Configuration configuration) {
    CassandraSettings settings = read(configuration);
    return CassandraBackend.connect(settings, InstantSource.system());
  }

  static CassandraSettings read(Configuration configuration) {
    return new CassandraSettings(
        configuration.find(CONTACT_POINTS).map(CassandraBackendFactory::points).orElse(List.of()),
        checked(DATACENTER, configuration.get(DATACENTER), Pattern.compile("[^\\s'\"]+")),
        checked(KEYSPACE, configuration.get(KEYSPACE), IDENTIFIER),
        configuration.get(CAS_DOMAIN),
        configuration.get(REPLICATION_FACTOR),
        credentials(configuration),
        configuration.get(TLS),
        within(configuration, REQUEST_TIMEOUT, Duration.ofMillis(1), Duration.ofHours(1)),
        within(configuration, PAGE_TIMEOUT, Duration.ofMillis(1), Duration.ofHours(1)),
        configuration.get(MAX_IN_FLIGHT),
        within(configuration, EXPIRY_MARGIN, Duration.ZERO, Duration.ofDays(365)),
        configuration.find(DRIVER_CONFIG));
  }

  private static List<String> points(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .map(point -> checked(CONTACT_POINTS, point, CONTACT_POINT))
        .map(CassandraBackendFactory::withPort)
        .toList();
  }

  private static String withPort(String point) {
    int port = Integer.parseInt(point.substring(point.lastIndexOf(':') + 1));
    if (port < 1 || port > 65_535) {
      throw new ConfigurationException(
          "%s has '%s', whose port is not from 1 to 65535".formatted(CONTACT_POINTS.key(), point));
    }
    return point;
  }

  private static String checked(Setting<?> setting, String text, Pattern form) {
    if (!form.matcher(text).matches()) {
      throw new ConfigurationException(
          "%s has '%s', which is not of the form %s".formatted(setting.key(), text, form));
    }
    return text;
  }

  private static Optional<Credentials> credentials(Configuration configuration) {
    Optional<String> username = configuration.find(USERNAME);
    Optional<String> password = configuration.find(PASSWORD);
    if (username.isPresent() != password.isPresent()) {
      throw new ConfigurationException(
          "%s and %s belong together; set both or none".formatted(USERNAME.key(), PASSWORD.key()));
    }
    return username.map(name -> new Credentials(name, password.orElseThrow()));
  }

  private static Duration within(
      Configuration configuration, Setting<Duration> setting, Duration least, Duration most) {
    Duration duration = configuration.get(setting);
    if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
      throw new ConfigurationException(
          "%s is %s; give from %s to %s".formatted(setting.key(), duration, least, most));
    }
    return duration;
  }
}
