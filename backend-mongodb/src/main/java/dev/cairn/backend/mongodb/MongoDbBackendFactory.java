package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens backends called {@code mongodb}, on a replica set or a sharded cluster. */
public final class MongoDbBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "mongodb";

  /** The servers, with credentials and options. */
  public static final Setting<String> URI =
      Setting.text(
              "cairn.mongodb.uri",
              "The servers with credentials and TLS, as a MongoDB connection string:"
                  + " mongodb://… or mongodb+srv://…")
          .asSecret();

  /** The database. */
  public static final Setting<String> DATABASE =
      Setting.text(
          "cairn.mongodb.database",
          "The name of the database; by default the one in the URI, otherwise cairn");

  /** The compare-and-swap domain. */
  public static final Setting<String> CAS_DOMAIN =
      Setting.text(
              "cairn.mongodb.cas-domain",
              "The compare-and-swap domain that the schema is recorded for; the same for all"
                  + " writers of a store")
          .withDefault("default");

  /** The read concern of strong reads. */
  public static final Setting<StrongReads> STRONG_READS =
      Setting.choice(
              "cairn.mongodb.strong-reads",
              StrongReads.class,
              "Whether the primary proves for each strong read that it is still the primary"
                  + " (linearizable) or not (majority)")
          .withDefault("linearizable");

  /** Whether to wait for journals. */
  public static final Setting<Boolean> JOURNAL =
      Setting.flag(
              "cairn.mongodb.journal",
              "Whether a write counts as done only when a majority has it in its journals")
          .withDefault("true");

  /** How long a request may take. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "cairn.mongodb.request-timeout",
              Duration.ofMillis(100),
              Duration.ofHours(1),
              "How long to look for a primary, and then how long a request may take")
          .withDefault("PT10S");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(URI, DATABASE, CAS_DOMAIN, STRONG_READS, JOURNAL, REQUEST_TIMEOUT);
  }

  @Override
  public Backend open(Configuration configuration) {
    ConnectionString uri = ConnectionStrings.parse(configuration.get(URI));
    String database =
        configuration
            .find(DATABASE)
            .or(() -> Optional.ofNullable(uri.getDatabase()))
            .orElse("cairn");
    return MongoDbBackend.open(
        new MongoDbSettings(
            uri,
            checkName(database),
            configuration.get(CAS_DOMAIN),
            configuration.get(STRONG_READS),
            configuration.get(JOURNAL),
            configuration.get(REQUEST_TIMEOUT)));
  }

  // The driver checks names only when it uses them, and does not say which setting has them.
  private static String checkName(String database) {
    if (database.length() > 63
        || database.chars().anyMatch(c -> "/\\. \"$*<>:|?\0".indexOf(c) >= 0)) {
      throw new ConfigurationException(
          "%s = '%s' is not a valid database name; use at most 63 characters without spaces and"
                  .formatted(DATABASE.key(), database)
              + " any of /\\.\"$*<>:|?");
    }
    return database;
  }
}
