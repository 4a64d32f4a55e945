package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import java.time.Duration;

/** Settings as their defaults are, but for what a test changes. */
record TestSettings(MongoDbSettings settings) {
  static TestSettings of(String uri, String database) {
    return new TestSettings(
        new MongoDbSettings(
            new ConnectionString(uri),
            database,
            "default",
            StrongReads.LINEARIZABLE,
            true,
            Duration.ofSeconds(10)));
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

  /** Opens a backend and leaves the schema as it is. */
  MongoDbBackend open() {
    return MongoDbBackend.open(settings);
  }

  /** Opens a backend with its schema created. */
  MongoDbBackend ready() {
    MongoDbBackend backend = open();
    backend.createSchema();
    return backend;
  }
}
