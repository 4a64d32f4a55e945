package dev.cairn.backend.jdbc;

import java.time.Duration;
import java.util.Optional;

/**
 * How to use a database.
 *
 * @param url what the driver reads: the server, the database, TLS and other options
 * @param user the database user, unless the URL names it
 * @param password of the user
 * @param domain the compare-and-swap domain that the schema must be recorded for
 * @param poolSize how many connections are open at most
 * @param connectTimeout how long to wait for a connection
 * @param requestTimeout how long one statement may take
 */
record JdbcSettings(
    String url,
    Optional<String> user,
    Optional<String> password,
    String domain,
    int poolSize,
    Duration connectTimeout,
    Duration requestTimeout) {
  /** Hides the secrets, which a record would show. */
  @Override
  public String toString() {
    return JdbcUrl.withoutSecrets(url);
  }
}
