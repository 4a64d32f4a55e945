package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.SchemaMismatchException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Classifies the driver's exceptions: did a conditional write certainly do nothing? Every exception
 * that does not prove this leaves the outcome unknown: write timeouts, a coordinator that does not
 * know ({@code CASWriteUnknownException}), a lost connection, no reply in time, and server errors
 * that this release does not know.
 */
final class CassandraFailures {
  private final CassandraSettings settings;

  CassandraFailures(CassandraSettings settings) {
    this.settings = settings;
  }

  /** Whether a conditional write that ended with {@code failure} was never executed. */
  static boolean isCertainlyNothing(Throwable failure) {
    if (failure instanceof AllNodesFailedException all) {
      // The driver tries the next node only if the previous one cannot have received the whole
      // request: a channel that was closed during the write fails it.
      return errors(all)
          .allMatch(each -> each instanceof ClosedChannelException || isCertainlyNothing(each));
    }
    if (failure instanceof UnavailableException unavailable) {
      // This is the first Paxos round. A failed commit names the level of plain writes, and comes
      // after the replicas have agreed.
      return unavailable.getConsistencyLevel().isSerial();
    }
    if (failure instanceof OverloadedException) {
      // Refused before execution; but "too many in flight hints" occurs when the write is
      // committed.
      return !String.valueOf(failure.getMessage()).contains("hints");
    }
    return failure instanceof QueryValidationException
        || failure instanceof BootstrappingException
        || failure instanceof NodeUnavailableException
        || failure instanceof BusyConnectionException
        || failure instanceof ConnectionInitException
        || failure instanceof RequestThrottlingException
        || failure instanceof AuthenticationException
        || failure instanceof UnsupportedProtocolVersionException
        || failure instanceof InvalidKeyspaceException;
  }

  /** Whether a request for less data might have succeeded. */
  static boolean isTooMuch(Throwable failure) {
    return any(
        failure,
        each ->
            each instanceof ReadTimeoutException
                || each instanceof ReadFailureException
                || each instanceof DriverTimeoutException);
  }

  private static boolean any(Throwable failure, Predicate<Throwable> test) {
    return failure instanceof AllNodesFailedException all
        ? errors(all).anyMatch(test)
        : test.test(failure);
  }

  private static Stream<Throwable> errors(AllNodesFailedException all) {
    return all.getAllErrors().values().stream().flatMap(List::stream);
  }

  /** The exception for callers of requests that may be repeated. */
  CairnException of(Throwable failure) {
    if (failure instanceof CairnException known) {
      return known;
    }
    if (any(failure, InvalidQueryException.class::isInstance)) {
      return new SchemaMismatchException(
          "%s refused a statement, so its schema is not that of this release: %s. %s"
              .formatted(
                  settings.place(),
                  failure.getMessage(),
                  "Verify the schema; the error then says what to apply"),
          failure);
    }
    if (any(failure, UnauthorizedException.class::isInstance)) {
      return new BackendUnavailableException(
          "%s denies a permission that Cairn needs: %s. Grant SELECT and MODIFY on the keyspace, and CREATE to the role that creates the schema"
              .formatted(settings.place(), failure.getMessage()),
          failure);
    }
    if (any(failure, UnavailableException.class::isInstance)) {
      return new BackendUnavailableException(
          "%s has too few live replicas: %s. Start nodes; a keyspace cannot have more replicas (cairn.cassandra.replication-factor when it is created) than the cluster has nodes"
              .formatted(settings.place(), failure.getMessage()),
          failure);
    }
    return new BackendUnavailableException(
        "a request to %s failed: %s: %s"
            .formatted(settings.place(), failure.getClass().getSimpleName(), failure.getMessage()),
        failure);
  }

  BackendUnavailableException interrupted(InterruptedException e) {
    return new BackendUnavailableException(
        "the thread was interrupted while it waited for " + settings.place(), e);
  }
}
