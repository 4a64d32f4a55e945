package dev.cairn.backend.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** A database of a test, and the settings to open it: the defaults but for what a test changes. */
record TestDatabase(JdbcSettings settings) {
  static TestDatabase of(String url, Optional<String> user, Optional<String> password) {
    return new TestDatabase(
        new JdbcSettings(
            url, user, password, "default", 8, Duration.ofSeconds(10), Duration.ofSeconds(10)));
  }

  TestDatabase withUrl(String url) {
    return new TestDatabase(
        new JdbcSettings(
            url,
            settings.user(),
            settings.password(),
            settings.domain(),
            settings.poolSize(),
            settings.connectTimeout(),
            settings.requestTimeout()));
  }

  TestDatabase withDomain(String domain) {
    return new TestDatabase(
        new JdbcSettings(
            settings.url(),
            settings.user(),
            settings.password(),
            domain,
            settings.poolSize(),
            settings.connectTimeout(),
            settings.requestTimeout()));
  }

  TestDatabase withPoolSize(int size) {
    return new TestDatabase(
        new JdbcSettings(
            settings.url(),
            settings.user(),
            settings.password(),
            settings.domain(),
            size,
            settings.connectTimeout(),
            settings.requestTimeout()));
  }

  TestDatabase withTimeouts(Duration connect, Duration request) {
    return new TestDatabase(
        new JdbcSettings(
            settings.url(),
            settings.user(),
            settings.password(),
            settings.domain(),
            settings.poolSize(),
            connect,
            request));
  }

  /** Opens a backend and leaves the schema as it is. */
  JdbcBackend open() {
    return JdbcBackend.open(settings);
  }

  /** Opens a backend with its schema created. */
  JdbcBackend ready() {
    JdbcBackend backend = open();
    backend.createSchema();
    return backend;
  }

  /** A connection of the test's own. */
  Connection connect() {
    try {
      return DriverManager.getConnection(
          settings.url(), settings.user().orElse(null), settings.password().orElse(null));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs statements on a connection of the test's own. */
  void execute(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
