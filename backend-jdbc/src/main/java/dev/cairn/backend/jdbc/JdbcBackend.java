package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.KeyValueBackend;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.SizeEstimate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stores in a SQL database.
 *
 * <p>On PostgreSQL conflicts report the row that is there. A scan of one type in all scopes reads
 * all objects. The database removes no expired rows; the engine does.
 */
public final class JdbcBackend extends KeyValueBackend {
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, 128, 500);

  private final ConnectionPool pool;
  private final String domain;
  private final JdbcSchema schema;

  JdbcBackend(ConnectionPool pool, String domain) {
    super(LIMITS, new JdbcTable(pool, Dialect.REFERENCES), new JdbcTable(pool, Dialect.OBJECTS));
    this.pool = pool;
    this.domain = domain;
    schema = new JdbcSchema(pool, domain);
  }

  /**
   * Opens a backend.
   *
   * @throws dev.cairn.api.BackendUnavailableException if the database does not answer
   */
  static JdbcBackend open(JdbcSettings settings) {
    return new JdbcBackend(ConnectionPool.open(settings), settings.domain());
  }

  @Override
  protected void checkOpen() {
    pool.checkOpen();
  }

  @Override
  public String name() {
    return JdbcBackendFactory.NAME;
  }

  @Override
  public boolean writesAndSwapsAtOnce() {
    return true;
  }

  @Override
  public void createSchema() {
    schema.create();
  }

  @Override
  public void verifySchema() {
    schema.verify();
  }

  @Override
  public String describeSchema() {
    pool.checkOpen();
    return JdbcSchema.describe(pool.dialect(), domain);
  }

  /** The clock of the server; none for H2, which usually is a part of this process. */
  @Override
  public Optional<DatabaseTime> time() {
    pool.checkOpen();
    return pool.dialect().texts().clock().map(this::number).map(DatabaseTime::ofMicros);
  }

  private long number(String query) {
    return pool.query(query, row -> row.next() ? row.getLong(1) : 0);
  }

  @Override
  public Health health() {
    return Health.of(
        () -> {
          long unused = number("SELECT 1");
          return new Health(true, pool.failures().where() + " answers");
        });
  }

  /** As the database estimates, which may be long after rows were written or deleted. */
  @Override
  public SizeEstimate estimateSize() {
    return pool.query(pool.dialect().texts().sizes(), JdbcBackend::size);
  }

  private static SizeEstimate size(ResultSet tables) throws SQLException {
    Map<String, OptionalLong> rows = new HashMap<>();
    long bytes = 0;
    while (tables.next()) {
      rows.put(tables.getString(1).toLowerCase(Locale.ROOT), known(tables.getLong(2)));
      bytes += tables.getLong(3);
    }
    return new SizeEstimate(
        rows.getOrDefault(Dialect.OBJECTS, OptionalLong.empty()),
        rows.getOrDefault(Dialect.REFERENCES, OptionalLong.empty()),
        known(bytes));
  }

  private static OptionalLong known(long number) {
    return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** The connections of the pool: in use, idle, and callers that wait for one. */
  @Override
  public Map<String, Double> statistics() {
    return pool.statistics();
  }

  @Override
  public void close() {
    pool.close();
  }
}
