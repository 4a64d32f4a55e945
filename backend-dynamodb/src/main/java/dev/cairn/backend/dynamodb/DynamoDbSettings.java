package dev.cairn.backend.dynamodb;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@link DynamoDbBackendFactory} read from the configuration.
 *
 * @param keys the credentials that were configured; the SDK's usual chain finds others
 * @param retryTime for how long what was throttled or failed is tried again
 * @param parallelism how many requests one call has under way at most
 */
record DynamoDbSettings(
    String tablePrefix,
    String region,
    Optional<URI> endpoint,
    Optional<String> profile,
    Optional<Keys> keys,
    Duration connectTimeout,
    Duration requestTimeout,
    Duration retryTime,
    int maxConnections,
    int parallelism,
    int scanSegments) {
  /** An access key, which is never shown. */
  record Keys(String id, String secret) {
    @Override
    public String toString() {
      return "(hidden)";
    }
  }

  String referencesTable() {
    return tablePrefix + "references";
  }

  String objectsTable() {
    return tablePrefix + "objects";
  }
}
