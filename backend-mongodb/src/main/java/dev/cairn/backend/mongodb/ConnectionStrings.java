package dev.cairn.backend.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ConfigurationException;
import java.util.Objects;
import java.util.function.Function;

/**
 * Parses URIs, and refuses options that would weaken a guarantee instead of ignoring them. No part
 * of a URI appears in messages: with one unescaped character the driver takes a password for a
 * host.
 */
final class ConnectionStrings {
  private ConnectionStrings() {}

  static ConnectionString parse(String uri) {
    return parse(uri, ConnectionString::new);
  }

  static ConnectionString parse(String uri, Function<String, ConnectionString> reader) {
    ConnectionString parsed;
    try {
      parsed = reader.apply(uri);
    } catch (MongoException e) {
      // The driver resolves mongodb+srv names while it parses the URI.
      throw new BackendUnavailableException(
          "cannot resolve the servers of %s = (hidden); check that DNS has SRV and TXT records"
                  .formatted(MongoDbBackendFactory.URI.key())
              + " for the name");
    } catch (IllegalArgumentException e) {
      // The cause is omitted because it may repeat a part of the URI.
      throw new ConfigurationException(
          "%s = (hidden) cannot be parsed. Use mongodb://[user:password@]host[:port][,…][/[database][?options]]"
                  .formatted(MongoDbBackendFactory.URI.key())
              + " or mongodb+srv://…, with every : / ? # [ ] @ % in user and password escaped as %XX");
    }
    checkWriteConcern(parsed);
    if (parsed.getReadConcern() != null) {
      throw refused(
          "readConcernLevel", "set " + MongoDbBackendFactory.STRONG_READS.key() + " instead");
    }
    return parsed;
  }

  private static void checkWriteConcern(ConnectionString uri) {
    WriteConcern concern = uri.getWriteConcern();
    if (concern == null) {
      return;
    }
    Object w = concern.getWObject();
    if (w != null && !Objects.equals(w, "majority")) {
      throw refused("w", "writes always wait for a majority");
    }
    if (Boolean.FALSE.equals(concern.getJournal())) {
      throw refused("journal", "set " + MongoDbBackendFactory.JOURNAL.key() + " instead");
    }
  }

  private static ConfigurationException refused(String option, String why) {
    return new ConfigurationException(
        "the option %s of %s is refused: %s; remove it from the URI"
            .formatted(option, MongoDbBackendFactory.URI.key(), why));
  }
}
