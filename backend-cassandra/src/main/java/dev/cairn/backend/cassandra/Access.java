package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;

/**
 * The ways in which statements are executed: the one place for consistency, time-outs and
 * repetition.
 */
enum Access {
  /** A lightweight transaction. Whatever happens, the driver sends it once. */
  CONDITIONAL,

  /** A read that decides on a row which is written conditionally; it ends what is under way. */
  SERIAL_READ,

  /** A read that sees all plain writes, and all conditional ones that were acknowledged. */
  QUORUM_READ,

  /** A read that may miss what is new. */
  WEAK_READ,

  /** A write or delete of an immutable row; doing it twice is doing it once. */
  PLAIN_WRITE,

  /** A page of many rows. */
  SCAN,

  /** The lightweight transaction that records the domain, for which there is no domain yet. */
  GLOBAL_CONDITIONAL,

  /** The read that belongs to it. */
  GLOBAL_SERIAL_READ,

  /** A change of the schema. */
  DEFINITION;

  /** How many rows a page of a scan has; each may take up to the limit of a row. */
  static final int PAGE_ROWS = 100;

  private static final Duration DEFINITION_TIMEOUT = Duration.ofMinutes(1);

  /** {@code statement} as it is to be sent. */
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
