package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import java.time.Duration;

/**
 * Default settings with the changes of a test and long timeouts: a busy machine is not a failed
 * server.
 */
record TestSettings(MongoDbSettings settings) {
  static TestSettings of(String uri, String database) {
    return new TestSettings(
        new MongoDbSettings(
            new ConnectionString(uri),
            database,
            "default",
            StrongReads.LINEARIZABLE,
            true,
            Duration.ofMinutes(1)));
  }

  TestSettings withUri(String uri) {
    return with(new ConnectionString(uri), settings.database(), settings.domain());
  }

  TestSettings withDatabase(String database) {
    return with(settings.uri(), database, settings.domain());
  }

  TestSettings withDomain(String domain) {
    return with(settings.uri(), settings.database(), domain);
  }

  private TestSettings with(ConnectionString uri, String database, String domain) {
    return new TestSettings(
        new MongoDbSettings(
            uri,
            database,
            domain,
            settings.strongReads(),
            settings.journal(),
            settings.requestTimeout()));
  }

  TestSettings with(StrongReads strongReads) {
    return new TestSettings(
        new MongoDbSettings(
            settings.uri(),
            settings.database(),
            settings.domain(),
            strongReads,
            settings.journal(),
            settings.requestTimeout()));
  }

  TestSettings withJournal(boolean journal) {
    return new TestSettings(
        new MongoDbSettings(
            settings.uri(),
            settings.database(),
            settings.domain(),
            settings.strongReads(),
            journal,
            settings.requestTimeout()));
  }

  TestSettings with(Duration requestTimeout) {
    return new TestSettings(
        new MongoDbSettings(
            settings.uri(),
            settings.database(),
            settings.domain(),
            settings.strongReads(),
            settings.journal(),
            requestTimeout));
  }

  /** Opens a backend without changing the schema. */
  MongoDbBackend open() {
    return MongoDbBackend.open(settings);
  }

  /** Opens a backend and creates its schema. */
  MongoDbBackend ready() {
    MongoDbBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
