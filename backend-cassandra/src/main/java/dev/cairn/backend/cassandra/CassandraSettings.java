package dev.cairn.backend.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one backend.
 *
 * @param contactPoints {@code host:port}; if empty, the driver's configuration names them
 * @param datacenter the local one
 * @param replicationFactor of a keyspace that has to be created
 * @param requestTimeout how long to wait for the reply to a request
 * @param pageTimeout how long to wait for a page of a scan
 * @param maxInFlight how many requests of bulk calls may be in flight
 * @param expiryMargin how long after its expiry hint a row stays at least
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

  /** The domain of this process, in the form recorded with the schema. */
  String domainRecord() {
    return casDomain.record(datacenter);
  }
}
