package dev.cairn.backend.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the connections of a pool, and refuses those to servers that must not be used. */
final class ConnectionSource implements DataSource {
  private final JdbcSettings settings;
  private final Dialect dialect;
  private final Driver driver;

  private ConnectionSource(JdbcSettings settings, Dialect dialect, Driver driver) {
    this.settings = settings;
    this.dialect = dialect;
    this.driver = driver;
  }

  /** Finds the driver for a URL; connects to nothing. */
  static ConnectionSource of(JdbcSettings settings, Dialect dialect) {
    try {
      return new ConnectionSource(settings, dialect, DriverManager.getDriver(settings.url()));
    } catch (SQLException e) {
      // The cause is left out since it may repeat a part of the URL.
      throw JdbcUrl.refused(
          "no JDBC driver on the class path can read it; add the driver of the database, or mend"
              + " the URL");
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Properties properties = new Properties();
    dialect.configure(properties, settings);
    settings.user().ifPresent(user -> properties.setProperty("user", user));
    settings.password().ifPresent(password -> properties.setProperty("password", password));
    Connection connection = driver.connect(settings.url(), properties);
    if (connection == null) {
      throw new SQLException("the driver does not take the URL", "08001");
    }
    try {
      dialect.begin(connection, settings);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user comes from the settings");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("nothing is logged");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException("nothing is wrapped");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
