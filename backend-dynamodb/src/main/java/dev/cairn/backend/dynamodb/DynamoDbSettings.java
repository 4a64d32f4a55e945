package dev.cairn.backend.dynamodb;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings that {@link DynamoDbBackendFactory} read from the configuration.
 *
 * @param keys configured credentials; without them the SDK's default chain finds some
 * @param retryTime how long to repeat requests that were throttled or failed
 * @param parallelism how many requests one call has in flight at most
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
