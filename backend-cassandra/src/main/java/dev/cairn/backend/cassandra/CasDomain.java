package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** Among whom conditional writes are atomic. All writers of a store must agree on it. */
enum CasDomain {
  /** The replicas of one datacenter decide: fast, and all writers have to be in it. */
  DATACENTER(DefaultConsistencyLevel.LOCAL_SERIAL, DefaultConsistencyLevel.LOCAL_QUORUM),

  /** The replicas of all datacenters decide. Immutable rows then need a quorum of them too. */
  GLOBAL(DefaultConsistencyLevel.SERIAL, DefaultConsistencyLevel.QUORUM);

  private final DefaultConsistencyLevel serial;
  private final DefaultConsistencyLevel quorum;

  CasDomain(DefaultConsistencyLevel serial, DefaultConsistencyLevel quorum) {
    this.serial = serial;
    this.quorum = quorum;
  }

  /** For conditional writes, and for reads that decide on rows that have them. */
  DefaultConsistencyLevel serial() {
    return serial;
  }

  /** For all else that must be seen by everybody. */
  DefaultConsistencyLevel quorum() {
    return quorum;
  }

  /** How it is recorded with the schema. */
  String record(String datacenter) {
    return this == GLOBAL ? "global" : "datacenter " + datacenter;
  }
}
