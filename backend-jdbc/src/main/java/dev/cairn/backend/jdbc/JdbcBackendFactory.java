package dev.cairn.backend.jdbc;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.time.Duration;
import java.util.List;

/** Opens backends called {@code jdbc}, on PostgreSQL, MariaDB, MySQL or H2. */
public final class JdbcBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "jdbc";

  private static final Duration LEAST_TIMEOUT = Duration.ofMillis(250); // HikariCP takes no less
  private static final Duration MOST_TIMEOUT = Duration.ofHours(1);

  /** Where the database is, and how to talk to it. */
  public static final Setting<String> URL =
      Setting.text(
              "cairn.jdbc.url",
              "The database, with TLS and other options of its driver: jdbc:postgresql://…,"
                  + " jdbc:mariadb://…, jdbc:mysql://… or jdbc:h2:…")
          .asSecret();

  /** The user. */
  public static final Setting<String> USER =
      Setting.text("cairn.jdbc.user", "The database user, unless the URL names it");

  /** The password of the user. */
  public static final Setting<String> PASSWORD =
      Setting.text("cairn.jdbc.password", "The password of the user").asSecret();

  /** The compare-and-swap domain. */
  public static final Setting<String> CAS_DOMAIN =
      Setting.text(
              "cairn.jdbc.cas-domain",
              "The compare-and-swap domain that the schema is recorded for; all writers of a store"
                  + " name the same")
          .withDefault("default");

  /** The number of connections. */
  public static final Setting<Integer> POOL_SIZE =
      Setting.number(
              "cairn.jdbc.pool-size", 1, 1_000, "How many connections a process opens at most")
          .withDefault("16");

  /** How long to wait for a connection. */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration(
              "cairn.jdbc.connect-timeout",
              LEAST_TIMEOUT,
              MOST_TIMEOUT,
              "How long to wait for a connection, whether a new one or one in use")
          .withDefault("PT5S");

  /** How long a statement may take. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cairn.jdbc.request-timeout",
              LEAST_TIMEOUT,
              MOST_TIMEOUT,
              "How long one statement may take")
          .withDefault("PT10S");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(URL, USER, PASSWORD, CAS_DOMAIN, POOL_SIZE, CONNECT_TIMEOUT, REQUEST_TIMEOUT);
  }

  @Override
  public Backend open(Configuration configuration) {
    return JdbcBackend.open(
        new JdbcSettings(
            configuration.get(URL),
            configuration.find(USER),
            configuration.find(PASSWORD),
            checkDomain(configuration.get(CAS_DOMAIN)),
            configuration.get(POOL_SIZE),
            configuration.get(CONNECT_TIMEOUT),
            configuration.get(REQUEST_TIMEOUT)));
  }

  // It has to fit into its column, and into a literal of the DDL that operators read.
  private static String checkDomain(String domain) {
    if (!domain.matches("[A-Za-z0-9._:/ -]{1,128}")) {
      throw new ConfigurationException(
          "%s = '%s' cannot be recorded; give at most 128 letters, digits, blanks and any of . _ : / -"
              .formatted(CAS_DOMAIN.key(), domain));
    }
    return domain;
  }
}
