package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;

/** Ways to execute a statement: the one place for consistency, timeouts and repetition. */
enum Access {
  /** A lightweight transaction. The driver sends it once, whatever happens. */
  CONDITIONAL,

  /** A strong read of a row that is written conditionally; it completes unfinished Paxos rounds. */
  SERIAL_READ,

  /** A read that sees all acknowledged writes, plain and conditional. */
  QUORUM_READ,

  /** A weak read, which may miss recent writes. */
  WEAK_READ,

  /** A write or delete of an immutable row; repeating it is harmless. */
  PLAIN_WRITE,

  /** A page of many rows. */
  SCAN,

  /** The lightweight transaction that records the domain, before there is a domain. */
  GLOBAL_CONDITIONAL,

  /** The read of the recorded domain. */
  GLOBAL_SERIAL_READ,

  /** A change of the schema. */
  DEFINITION;

  /** Rows per page of a scan; each row may be as large as the limit allows. */
  static final int PAGE_ROWS = 100;

  private static final Duration DEFINITION_TIMEOUT = Duration.ofMinutes(1);

  /** Returns {@code statement} with consistency, timeout and profile set. */
  <S extends Statement<S>> S prepare(S statement, CassandraSettings settings) {
    CasDomain domain = settings.casDomain();
    S ready = statement.setPageSize(PAGE_ROWS).setTimeout(patience(settings));
    return switch (this) {
      case CONDITIONAL -> once(ready, domain);
      case GLOBAL_CONDITIONAL -> once(ready, CasDomain.GLOBAL);
      case SERIAL_READ -> serially(ready, domain);
      case GLOBAL_SERIAL_READ -> serially(ready, CasDomain.GLOBAL);
      case QUORUM_READ, PLAIN_WRITE, SCAN -> often(ready, domain.quorum());
      case WEAK_READ -> often(ready, ConsistencyLevel.LOCAL_ONE);
      case DEFINITION -> ready.setIdempotent(false);
    };
  }

  private Duration patience(CassandraSettings settings) {
    return switch (this) {
      case SCAN -> settings.pageTimeout();
      case DEFINITION -> DEFINITION_TIMEOUT;
      default -> settings.requestTimeout();
    };
  }

  private static <S extends Statement<S>> S once(S statement, CasDomain domain) {
    return statement
        .setIdempotent(false)
        .setExecutionProfileName(Connector.CONDITIONAL)
        .setConsistencyLevel(domain.quorum())
        .setSerialConsistencyLevel(domain.serial());
  }

  private static <S extends Statement<S>> S serially(S statement, CasDomain domain) {
    return often(statement, domain.serial()).setExecutionProfileName(Connector.SERIAL_READ);
  }

  private static <S extends Statement<S>> S often(S statement, ConsistencyLevel level) {
    return statement.setIdempotent(true).setConsistencyLevel(level);
  }
}
