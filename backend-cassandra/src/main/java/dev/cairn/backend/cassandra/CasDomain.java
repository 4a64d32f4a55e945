package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** The compare-and-swap domain. All writers of a store must use the same. */
enum CasDomain {
  /** The replicas of one datacenter decide: fast, but all writers have to be in it. */
  DATACENTER(DefaultConsistencyLevel.LOCAL_SERIAL, DefaultConsistencyLevel.LOCAL_QUORUM),

  /** The replicas of all datacenters decide. Immutable rows then need a quorum of them too. */
  GLOBAL(DefaultConsistencyLevel.SERIAL, DefaultConsistencyLevel.QUORUM);

  private final DefaultConsistencyLevel serial;
  private final DefaultConsistencyLevel quorum;

  CasDomain(DefaultConsistencyLevel serial, DefaultConsistencyLevel quorum) {
    this.serial = serial;
    this.quorum = quorum;
  }

  /** The level of conditional writes, and of strong reads of rows that have them. */
  DefaultConsistencyLevel serial() {
    return serial;
  }

  /** The level of everything else that all processes must see. */
  DefaultConsistencyLevel quorum() {
    return quorum;
  }

  /** The text that is recorded with the schema. */
  String record(String datacenter) {
    return this == GLOBAL ? "global" : "datacenter " + datacenter;
  }
}
