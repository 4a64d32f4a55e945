package dev.cairn.backend.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.cairn.api.BackendClosedException;
import dev.cairn.api.spi.CasResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * The driver's client with what Cairn asks of reads and writes, and the one place where its
 * exceptions are caught. A call has to be finished inside: a cursor that is read later would throw
 * where nobody understands it.
 */
final class Connection implements AutoCloseable {
  // A server that gives up in time should be heard, rather than cut off.
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(2);

  private final MongoDbSettings settings;
  private final MongoClient client;
  private final MongoDatabase database;
  private final Failures failures;
  private volatile boolean closed;

  private Connection(MongoDbSettings settings, Failures failures, MongoClient client) {
    this.settings = settings;
    this.failures = failures;
    this.client = client;
    database =
        client
            .getDatabase(settings.database())
            .withReadPreference(ReadPreference.primary())
            .withReadConcern(settings.strongReads().concern());
  }

  /** Makes a client; nothing is sent before the first call. */
  static Connection of(MongoDbSettings settings) {
    Failures failures = new Failures(where(settings));
    try {
      return new Connection(settings, failures, MongoClients.create(clientSettings(settings)));
    } catch (RuntimeException e) {
      throw failures.unavailable(e);
    }
  }

  private static String where(MongoDbSettings settings) {
    return "the database '%s' of MongoDB on %s"
        .formatted(settings.database(), String.join(",", settings.uri().getHosts()));
  }

  // What the URI says about times and pools wins over these; what makes writes safe does not yield.
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

  Failures failures() {
    return failures;
  }

  MongoDatabase database() {
    return database;
  }

  /** The collection {@code name} for writes, and for reads that decide. */
  MongoCollection<BsonDocument> strong(String name) {
    return database.getCollection(name, BsonDocument.class);
  }

  /**
   * The collection {@code name} for reads that decide nothing. They may go where the URI's read
   * preference sends them, and still see only what cannot be rolled back.
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
      if (Failures.provesNothingWasDone(e)) {
        throw failures.unavailable(e);
      }
      return CasResult.unknown(e);
    }
  }

  void checkOpen() {
    if (closed) {
      throw new BackendClosedException(failures.where() + " was closed here; open a new backend");
    }
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
