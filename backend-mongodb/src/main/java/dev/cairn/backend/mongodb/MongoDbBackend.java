package dev.cairn.backend.mongodb;

import com.mongodb.MongoCommandException;
import dev.cairn.api.BackendUnavailableException;
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
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.spi.SizeEstimate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * A store in a MongoDB database.
 *
 * <p>Conflicts do not return the current row. A scan of one type in all scopes reads all objects.
 * Interrupting a thread ends a call that waits for a connection.
 */
public final class MongoDbBackend implements Backend {
  private static final int BATCH = 500;
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, BATCH, BATCH);

  // A size that a majority can be expected to journal within the timeout of one request.
  private static final int BATCH_BYTES = 8 << 20;

  private final MongoDbConnection connection;
  private final MongoDbSchema schema;
  private final MongoDbTable<ReferenceRow> references;
  private final MongoDbTable<ObjectRow> objects;

  /**
   * @param replyRows how many rows one reply may have
   */
  MongoDbBackend(MongoDbConnection connection, int replyRows) {
    this.connection = connection;
    schema = new MongoDbSchema(connection);
    Replies replies = new Replies(connection, replyRows);
    references =
        new MongoDbTable<>(connection, replies, Documents.REFERENCES, Documents::decodeReference);
    objects = new MongoDbTable<>(connection, replies, Documents.OBJECTS, Documents::decodeObject);
  }

  /**
   * Opens a backend.
   *
   * @throws BackendUnavailableException if no primary answers
   */
  static MongoDbBackend open(MongoDbSettings settings) {
    MongoDbConnection connection = MongoDbConnection.of(settings);
    MongoDbBackend backend = new MongoDbBackend(connection, 2 * BATCH);
    try {
      backend.ping();
      return backend;
    } catch (CairnException e) {
      backend.close();
      throw e;
    }
  }

  private void ping() {
    BsonDocument unused = command("ping");
  }

  private BsonDocument command(String name) {
    return connection.call(
        () ->
            connection
                .database()
                .runCommand(new BsonDocument(name, new BsonInt32(1)), BsonDocument.class));
  }

  @Override
  public String name() {
    return MongoDbBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  /** The database removes rows by a TTL index, which the schema check requires. */
  @Override
  public boolean expiresRows() {
    return true;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(Documents.encode(row));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    String id = RowIds.encode(key);
    return Optional.ofNullable(references.read(List.of(id), mode).get(id));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return references.swap(expected, Documents.encode(next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return references.remove(RowIds.encode(key), expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return references.scan(
        scope.map(RowIds::prefix).orElse(""),
        id -> Optional.empty(),
        id -> true,
        row -> true,
        after,
        visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    connection.checkOpen();
    List<String> ids = keys.stream().map(RowIds::encode).toList();
    Map<String, ObjectRow> found = new HashMap<>();
    Batches.of(ids.stream().distinct().toList(), BATCH)
        .forEach(batch -> found.putAll(objects.read(batch, mode)));
    return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    connection.checkOpen();
    Arguments.checkWrite(LIMITS, rows);
    Batches.of(List.copyOf(rows), BATCH, row -> row.value().length(), BATCH_BYTES)
        .forEach(batch -> objects.insertAll(batch.stream().map(Documents::encode).toList()));
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    Arguments.checkInsert(LIMITS, row);
    return objects.insert(Documents.encode(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    Arguments.checkSwap(LIMITS, expected, next);
    return objects.swap(expected, Documents.encode(next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return objects.remove(RowIds.encode(key), expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    connection.checkOpen();
    Arguments.checkDelete(keys);
    Batches.of(keys.stream().map(RowIds::encode).distinct().toList(), BATCH)
        .forEach(objects::deleteAll);
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    String prefix =
        scope
            .map(s -> type.map(t -> RowIds.prefix(s, t)).orElseGet(() -> RowIds.prefix(s)))
            .orElse("");
    return objects.scan(
        prefix,
        id -> leap(RowIds.decodeObjectKey(id), bound),
        id -> type.isEmpty() || type.get().equals(RowIds.decodeObjectKey(id).type()),
        bound::includes,
        after,
        visitor);
  }

  private static Optional<String> leap(ObjectKey key, ScanBound bound) {
    return bound.isBeyond(key)
        ? Optional.of(RowIds.end(RowIds.prefix(key.scope(), key.type())))
        : Optional.empty();
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
    connection.checkOpen();
    return schema.describe();
  }

  /** The clock of the primary, from the command that every driver sends to connect. */
  @Override
  public Optional<DatabaseTime> time() {
    BsonDocument greeting = greeting();
    return greeting.isDateTime("localTime")
        ? Optional.of(DatabaseTime.ofMillis(greeting.getDateTime("localTime").getValue()))
        : Optional.empty();
  }

  // Servers before 4.4.2 know only the older name of the command.
  private BsonDocument greeting() {
    try {
      return command("hello");
    } catch (BackendUnavailableException e) {
      if (e.getCause() instanceof MongoCommandException refused
          && refused.getCode() == MongoDbFailures.COMMAND_NOT_FOUND) {
        return command("isMaster");
      }
      throw e;
    }
  }

  @Override
  public Health health() {
    return Health.of(
        () -> {
          ping();
          return new Health(true, connection.failures().where() + " has a primary that answers");
        });
  }

  /** The database's own count, which may include rows of unfinished and of lost writes. */
  @Override
  public SizeEstimate estimateSize() {
    BsonDocument statistics = command("dbStats");
    return new SizeEstimate(
        OptionalLong.of(objects.estimatedCount()),
        OptionalLong.of(references.estimatedCount()),
        statistics.isNumber("dataSize")
            ? OptionalLong.of(statistics.getNumber("dataSize").longValue())
            : OptionalLong.empty());
  }

  @Override
  public void close() {
    connection.close();
  }
}
