package dev.cairn.backend.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.CasResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * The driver's client with Cairn's read and write concerns, and the one place that catches its
 * exceptions. A call must finish inside: a cursor that is read later would throw outside of it.
 */
final class MongoDbConnection implements AutoCloseable {
  // Wait a little longer than the server's time limit, so that its error arrives.
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(2);

  private final MongoDbSettings settings;
  private final MongoClient client;
  private final MongoDatabase database;
  private final MongoDbFailures failures;
  private volatile boolean closed;

  private MongoDbConnection(
      MongoDbSettings settings, MongoDbFailures failures, MongoClient client) {
    this.settings = settings;
    this.failures = failures;
    this.client = client;
    database =
        client
            .getDatabase(settings.database())
            .withReadPreference(ReadPreference.primary())
            .withReadConcern(settings.strongReads().concern());
  }

  /** Creates a client; it sends nothing before the first call. */
  static MongoDbConnection of(MongoDbSettings settings) {
    MongoDbFailures failures = new MongoDbFailures(where(settings));
    try {
      return new MongoDbConnection(
          settings, failures, MongoClients.create(clientSettings(settings)));
    } catch (RuntimeException e) {
      throw failures.unavailable(e);
    }
  }

  private static String where(MongoDbSettings settings) {
    return "the database '%s' of MongoDB on %s"
        .formatted(settings.database(), String.join(",", settings.uri().getHosts()));
  }

  // The URI's options for times and pools win over these; those that make writes safe are fixed.
  static MongoClientSettings clientSettings(MongoDbSettings settings) {
    long millis = settings.requestTimeout().toMillis();
    long replyMillis = settings.requestTimeout().plus(REPLY_MARGIN).toMillis();
    return MongoClientSettings.builder()
        .applicationName("cairn")
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(millis, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(pool -> pool.maxWaitTime(millis, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(millis, TimeUnit.MILLISECONDS)
                    .readTimeout(replyMillis, TimeUnit.MILLISECONDS))
        .applyConnectionString(settings.uri())
        .writeConcern(writeConcern(settings))
        .retryWrites(false)
        .build();
  }

  private static WriteConcern writeConcern(MongoDbSettings settings) {
    long millis =
        Optional.ofNullable(settings.uri().getWriteConcern())
            .map(concern -> concern.getWTimeout(TimeUnit.MILLISECONDS))
            .map(Integer::longValue)
            .orElse(settings.requestTimeout().toMillis());
    return WriteConcern.MAJORITY
        .withJournal(settings.journal())
        .withWTimeout(millis, TimeUnit.MILLISECONDS);
  }

  MongoDbSettings settings() {
    return settings;
  }

  MongoDbFailures failures() {
    return failures;
  }

  MongoDatabase database() {
    return database;
  }

  /** The collection {@code name} for writes and strong reads. */
  MongoCollection<BsonDocument> strong(String name) {
    return database.getCollection(name, BsonDocument.class);
  }

  /**
   * The collection {@code name} for weak reads. They go where the URI's read preference sends them,
   * and see only what cannot be rolled back.
   */
  MongoCollection<BsonDocument> weak(String name) {
    return strong(name)
        .withReadConcern(ReadConcern.MAJORITY)
        .withReadPreference(
            Optional.ofNullable(settings.uri().getReadPreference())
                .orElse(ReadPreference.primary()));
  }

  /** Makes a call that may be repeated. */
  <T> T call(Supplier<T> call) {
    checkOpen();
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw failures.unavailable(e);
    }
  }

  /** Makes a conditional write, in one request, which the driver does not repeat. */
  <R> CasResult<R> conditionally(Supplier<CasResult<R>> write) {
    checkOpen();
    try {
      return write.get();
    } catch (RuntimeException e) {
      if (MongoDbFailures.provesNothingWasDone(e)) {
        throw failures.unavailable(e);
      }
      return CasResult.unknown(e);
    }
  }

  void checkOpen() {
    if (closed) {
      throw new ClosedException(failures.where() + " is closed; open a new backend");
    }
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
