package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.spi.SizeEstimate;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Stores in a SQL database.
 *
 * <p>On PostgreSQL conflicts report the row that is there. A scan of one type in all scopes reads
 * all objects. The database removes no expired rows; the engine does.
 */
public final class JdbcBackend implements Backend {
  private static final int FETCH_BATCH = 128;
  private static final int WRITE_BATCH = 500;
  private static final Limits LIMITS =
      new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, FETCH_BATCH, WRITE_BATCH);

  // MariaDB takes 16 MB in one statement by default, and a byte may be escaped by another.
  private static final int WRITE_BYTES = 4 << 20;

  private static final JdbcTable.Form<ReferenceKey, ReferenceRow> REFERENCE_FORM =
      new JdbcTable.Form<>(
          RowKeys::encode,
          RowKeys::decodeReferenceKey,
          ReferenceRow::key,
          RowFormat::encode,
          RowFormat::decode,
          row -> Optional.of(row.token()));
  private static final JdbcTable.Form<ObjectKey, ObjectRow> OBJECT_FORM =
      new JdbcTable.Form<>(
          RowKeys::encode,
          RowKeys::decodeObjectKey,
          ObjectRow::key,
          RowFormat::encode,
          RowFormat::decode,
          ObjectRow::token);

  private final ConnectionPool pool;
  private final JdbcSchema schema;
  private final JdbcTable<ReferenceKey, ReferenceRow> references;
  private final JdbcTable<ObjectKey, ObjectRow> objects;

  JdbcBackend(ConnectionPool pool, String domain) {
    this.pool = pool;
    schema = new JdbcSchema(pool, domain);
    references = new JdbcTable<>(pool, Dialect.REFERENCES, REFERENCE_FORM);
    objects = new JdbcTable<>(pool, Dialect.OBJECTS, OBJECT_FORM);
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
  public String name() {
    return JdbcBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(row);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return Optional.ofNullable(references.read(List.of(key)).get(key));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    pool.checkOpen();
    Arguments.checkSwap(expected, next);
    return references.swap(expected, next);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return references.remove(key, expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return references.scan(
        scope.map(RowKeys::prefix).orElse(Bytes.empty()),
        key -> Optional.empty(),
        row -> true,
        after,
        visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    pool.checkOpen();
    Map<ObjectKey, ObjectRow> found = new HashMap<>();
    StatementBatches.of(keys.stream().distinct().toList(), FETCH_BATCH, key -> 0, 1)
        .forEach(batch -> found.putAll(objects.read(batch)));
    return keys.stream().map(key -> Optional.ofNullable(found.get(key))).toList();
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    pool.checkOpen();
    Arguments.checkWrite(LIMITS, rows);
    batches(rows).forEach(objects::insertAll);
  }

  // In the order of keys, so that writers of the same rows wait for each other in one order.
  private List<List<StoredRow>> batches(Collection<ObjectRow> rows) {
    Map<Bytes, StoredRow> sorted = new TreeMap<>();
    for (ObjectRow row : rows) {
      StoredRow stored = objects.encode(row);
      sorted.putIfAbsent(stored.key(), stored);
    }
    return StatementBatches.of(
        List.copyOf(sorted.values()),
        WRITE_BATCH,
        stored -> stored.key().length() + stored.content().length(),
        WRITE_BYTES);
  }

  /** One transaction, unless the rows need several statements. */
  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    pool.checkOpen();
    Arguments.checkWrite(LIMITS, rows);
    Arguments.checkSwap(expected, next);
    List<List<StoredRow>> batches = batches(rows);
    if (batches.size() == 1) {
      return references.swap(expected, next, batches.get(0));
    }
    batches.forEach(objects::insertAll);
    return references.swap(expected, next);
  }

  @Override
  public boolean writesAndSwapsAtOnce() {
    return true;
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    pool.checkOpen();
    Arguments.checkInsert(LIMITS, row);
    return objects.insert(row);
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    pool.checkOpen();
    Arguments.checkSwap(LIMITS, expected, next);
    return objects.swap(expected, next);
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return objects.remove(key, expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    pool.checkOpen();
    Arguments.checkDelete(keys);
    StatementBatches.of(keys.stream().distinct().toList(), FETCH_BATCH, key -> 0, 1)
        .forEach(objects::deleteAll);
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    Bytes prefix =
        scope
            .map(s -> type.map(t -> RowKeys.prefix(s, t)).orElseGet(() -> RowKeys.prefix(s)))
            .orElse(Bytes.empty());
    return objects.scan(
        prefix,
        key ->
            bound.isBeyond(key)
                ? Optional.of(RowKeys.end(key.scope(), key.type()))
                : Optional.empty(),
        row -> bound.includes(row) && (type.isEmpty() || type.get().equals(row.key().type())),
        after,
        visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    return objects.split(parts);
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
    return schema.describe();
  }

  /** The clock of the server; none for H2, which usually is a part of this process. */
  @Override
  public Optional<DatabaseTime> time() {
    pool.checkOpen();
    return pool.dialect()
        .clock()
        .map(this::number)
        .map(
            micros ->
                new DatabaseTime(
                    Instant.EPOCH.plus(micros, ChronoUnit.MICROS), Duration.ofNanos(1_000)));
  }

  private long number(String query) {
    return pool.call(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(query);
              ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw new SQLException("no row came for: " + query);
            }
            return row.getLong(1);
          }
        });
  }

  @Override
  public Health health() {
    try {
      long unused = number("SELECT 1");
      return new Health(true, pool.failures().where() + " answers");
    } catch (CairnException e) {
      return new Health(false, String.valueOf(e.getMessage()));
    }
  }

  /** As the database estimates, which may be long after rows were written or deleted. */
  @Override
  public SizeEstimate estimateSize() {
    Map<String, OptionalLong> rows = new HashMap<>();
    long[] bytes = {0};
    boolean unused =
        pool.call(
            connection -> {
              rows.clear();
              bytes[0] = 0;
              try (PreparedStatement query = connection.prepareStatement(pool.dialect().sizes());
                  ResultSet tables = query.executeQuery()) {
                while (tables.next()) {
                  long count = tables.getLong(2);
                  rows.put(
                      tables.getString(1).toLowerCase(Locale.ROOT),
                      count < 0 ? OptionalLong.empty() : OptionalLong.of(count));
                  bytes[0] += tables.getLong(3);
                }
              }
              return true;
            });
    return new SizeEstimate(
        rows.getOrDefault(Dialect.OBJECTS, OptionalLong.empty()),
        rows.getOrDefault(Dialect.REFERENCES, OptionalLong.empty()),
        bytes[0] < 0 ? OptionalLong.empty() : OptionalLong.of(bytes[0]));
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
