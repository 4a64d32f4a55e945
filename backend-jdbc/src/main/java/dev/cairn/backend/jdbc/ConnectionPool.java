package dev.cairn.backend.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.CasResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The connections to a database, and the one place where errors of its driver are caught.
 *
 * <p>A connection is borrowed for one statement, or few, and never while a visitor runs. It is used
 * again only if it certainly has no transaction open: otherwise it would acknowledge the next write
 * and never commit it.
 */
final class ConnectionPool implements AutoCloseable {
  private static final int TRIES = 5;

  private final HikariDataSource connections;
  private final Dialect dialect;
  private final JdbcFailures failures;
  private volatile boolean closed;

  private ConnectionPool(HikariDataSource connections, Dialect dialect, JdbcFailures failures) {
    this.connections = connections;
    this.dialect = dialect;
    this.failures = failures;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Opens a first connection.
   *
   * @throws dev.cairn.api.ConfigurationException if the URL cannot be used
   * @throws BackendUnavailableException if the database does not answer, or must not be used
   */
  static ConnectionPool open(JdbcSettings settings) {
    JdbcUrl.check(settings.url());
    Dialect dialect = Dialects.of(settings.url());
    dialect.check(settings.url());
    return open(settings, dialect, ConnectionSource.of(settings, dialect));
  }

  /** The same with connections from {@code source}. */
  static ConnectionPool open(JdbcSettings settings, Dialect dialect, DataSource source) {
    JdbcFailures failures =
        new JdbcFailures(dialect, "the database " + JdbcUrl.withoutSecrets(settings.url()));
    HikariConfig config = new HikariConfig();
    config.setPoolName("cairn-jdbc");
    config.setDataSource(source);
    config.setMaximumPoolSize(settings.poolSize());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setValidationTimeout(settings.connectTimeout().toMillis());
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setAutoCommit(true);
    try {
      return new ConnectionPool(new HikariDataSource(config), dialect, failures);
    } catch (PoolInitializationException e) {
      throw unopened(settings, failures, e);
    }
  }

  private static CairnException unopened(
      JdbcSettings settings, JdbcFailures failures, PoolInitializationException e) {
    if (JdbcUrl.isRepeatedBy(e, settings)) {
      return JdbcUrl.refused(
          "the driver cannot use it, and what the driver says would repeat a part of it");
    }
    return e.getCause() instanceof SQLException cause
        ? failures.unavailable(cause)
        : new BackendUnavailableException(failures.where() + " cannot be used", e);
  }

  Dialect dialect() {
    return dialect;
  }

  JdbcFailures failures() {
    return failures;
  }

  /** Makes a call that may be repeated, and repeats it if it lost a race. */
  <T> T call(Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return lend(work);
      } catch (SQLException e) {
        if (attempt == TRIES || !failures.lostARace(e)) {
          throw failures.unavailable(e);
        }
      }
    }
  }

  /** Makes a query, as a call that may be repeated. */
  <T> T query(String sql, Sql.Reading<T> reading, Object... parameters) {
    return call(connection -> Sql.query(connection, sql, reading, parameters));
  }

  /** Makes a conditional write, which is never repeated here. */
  <R> CasResult<R> conditionally(Work<CasResult<R>> write) {
    try {
      return lend(write);
    } catch (SQLException e) {
      if (failures.provesNothingWasDone(e)) {
        throw failures.unavailable(e);
      }
      return CasResult.unknown(e);
    }
  }

  private <T> T lend(Work<T> work) throws SQLException {
    Connection connection = connect();
    boolean reusable = false;
    try {
      T result = work.on(connection);
      reusable = true;
      return result;
    } catch (SQLException e) {
      // A server that became read-only is left: the next connection may find the primary.
      reusable = failures.provesNothingWasDone(e) && !dialect.isReadOnly(e);
      throw e;
    } finally {
      giveBack(connection, reusable);
    }
  }

  // Whatever happens here, nothing was sent.
  private Connection connect() {
    checkOpen();
    try {
      return connections.getConnection();
    } catch (SQLException e) {
      checkOpen();
      throw failures.unavailable(e);
    }
  }

  private void giveBack(Connection connection, boolean reusable) {
    if (!reusable || !isReset(connection)) {
      connections.evictConnection(connection);
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      // The outcome is known, and the connection has no transaction.
    }
  }

  // The pool would also do it, but would lend the connection again if it failed.
  private static boolean isReset(Connection connection) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  void checkOpen() {
    if (closed) {
      throw new ClosedException(failures.where() + " was closed here; open a new backend");
    }
  }

  Map<String, Double> statistics() {
    HikariPoolMXBean pool = connections.getHikariPoolMXBean();
    return closed || pool == null
        ? Map.of()
        : Map.of(
            "connections.active", (double) pool.getActiveConnections(),
            "connections.idle", (double) pool.getIdleConnections(),
            "connections.waiting", (double) pool.getThreadsAwaitingConnection());
  }

  @Override
  public void close() {
    closed = true;
    connections.close();
  }
}
