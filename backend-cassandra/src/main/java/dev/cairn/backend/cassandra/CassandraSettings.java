package dev.cairn.backend.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a cluster and what to do there.
 *
 * @param contactPoints {@code host:port}; if there are none, the driver's configuration has them
 * @param datacenter the local one
 * @param replicationFactor of a keyspace that has to be created
 * @param requestTimeout how long to wait for the answer to a request
 * @param pageTimeout how long to wait for a page of a scan
 * @param maxInFlight how many requests of bulk calls may be under way
 * @param expiryMargin how much later than its hint a row may be removed at the earliest
 * @param driverConfig a file in the form of the driver's {@code application.conf}
 */
record CassandraSettings(
    List<String> contactPoints,
    String datacenter,
    String keyspace,
    CasDomain casDomain,
    int replicationFactor,
    Optional<Credentials> credentials,
    boolean tls,
    Duration requestTimeout,
    Duration pageTimeout,
    int maxInFlight,
    Duration expiryMargin,
    Optional<Path> driverConfig) {
  /** A role of the cluster. */
  record Credentials(String username, String password) {
    @Override
    public String toString() {
      return username;
    }
  }

  /** Where the store is, for messages. */
  String place() {
    return "keyspace %s of Cassandra at %s"
        .formatted(
            keyspace,
            contactPoints.isEmpty() ? "the driver's contact points" : contactPoints.toString());
  }

  /** The domain of this process, as it is recorded with the schema. */
  String domainRecord() {
    return casDomain.record(datacenter);
  }
}
