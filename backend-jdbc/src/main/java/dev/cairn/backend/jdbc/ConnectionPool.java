package dev.cairn.backend.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.CasResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * The connections to a database, and the one place where errors of its driver are caught.
 *
 * <p>A connection is borrowed for one statement, or few, and never while a visitor runs.
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
    JdbcFailures failures =
        new JdbcFailures(dialect, "the database " + JdbcUrl.withoutSecrets(settings.url()));
    HikariConfig config = new HikariConfig();
    config.setPoolName("cairn-jdbc");
    config.setDataSource(ConnectionSource.of(settings, dialect));
    config.setMaximumPoolSize(settings.poolSize());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setValidationTimeout(settings.connectTimeout().toMillis());
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setAutoCommit(true);
    config.setExceptionOverride(new Eviction(dialect));
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

  /** Connections to a server that became read-only are closed: the next may find the primary. */
  private record Eviction(Dialect dialect) implements SQLExceptionOverride {
    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException e) {
      return dialect.isReadOnly(e)
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
  }

  Dialect dialect() {
    return dialect;
  }

  JdbcFailures failures() {
    return failures;
  }

  /** Makes a call that may be repeated, and repeats it if it lost a race. */
  <T> T call(Work<T> work) {
    SQLException last = null;
    for (int i = 0; i < TRIES; i++) {
      Connection connection = connect();
      try {
        return work.on(connection);
      } catch (SQLException e) {
        last = e;
        if (!failures.lostARace(e)) {
          break;
        }
      } finally {
        giveBack(connection);
      }
    }
    throw failures.unavailable(last == null ? new SQLException("not tried") : last);
  }

  /** Makes a conditional write by one statement, which is never repeated here. */
  <R> CasResult<R> conditionally(Work<CasResult<R>> write) {
    Connection connection = connect();
    try {
      return write.on(connection);
    } catch (SQLException e) {
      if (failures.provesNothingWasDone(e)) {
        throw failures.unavailable(e);
      }
      return CasResult.unknown(e);
    } finally {
      giveBack(connection);
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

  // The outcome is known by now, and the pool closes a connection that it cannot use again.
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing depends on it.
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
