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
 * What the driver's exceptions mean. The question that matters is whether a conditional write
 * certainly did nothing. Whatever is not known to mean that leaves its outcome unknown: write
 * time-outs, a coordinator that does not know ({@code CASWriteUnknownException}), a lost
 * connection, no answer in time, errors of servers that this release has not heard of.
 */
final class Failures {
  private final CassandraSettings settings;

  Failures(CassandraSettings settings) {
    this.settings = settings;
  }

  /** Whether a conditional write that ended with {@code failure} was never executed. */
  static boolean isCertainlyNothing(Throwable failure) {
    if (failure instanceof AllNodesFailedException all) {
      // The driver goes to the next node by itself only if the one before cannot have got all of
      // the request: a channel that was closed while it was written fails the write.
      return errors(all)
          .allMatch(each -> each instanceof ClosedChannelException || isCertainlyNothing(each));
    }
    if (failure instanceof UnavailableException unavailable) {
      // Of the first round. That of the commit names the level of plain writes, and comes when the
      // replicas have already agreed.
      return unavailable.getConsistencyLevel().isSerial();
    }
    if (failure instanceof OverloadedException) {
      // Refused at the door; but "too many in flight hints" is found when the write is committed.
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

  /** Whether a smaller question might have been answered. */
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

  /** For whoever asked for something that may be asked again. */
  CairnException of(Throwable failure) {
    if (failure instanceof CairnException known) {
      return known;
    }
    if (any(failure, InvalidQueryException.class::isInstance)) {
      return new SchemaMismatchException(
          "%s refused a statement, so its schema is not the one of this release: %s. %s"
              .formatted(
                  settings.place(),
                  failure.getMessage(),
                  "Verify the schema; the error then says what to apply"),
          failure);
    }
    if (any(failure, UnauthorizedException.class::isInstance)) {
      return new BackendUnavailableException(
          "%s denies a permission that Cairn needs: %s. Grant SELECT and MODIFY on the keyspace, and CREATE to whoever creates the schema"
              .formatted(settings.place(), failure.getMessage()),
          failure);
    }
    if (any(failure, UnavailableException.class::isInstance)) {
      return new BackendUnavailableException(
          "%s has fewer replicas up than it takes: %s. Start nodes; a keyspace can have no more replicas (cairn.cassandra.replication-factor when it is created) than there are nodes"
              .formatted(settings.place(), failure.getMessage()),
          failure);
    }
    return new BackendUnavailableException(
        "%s did not do it: %s: %s"
            .formatted(settings.place(), failure.getClass().getSimpleName(), failure.getMessage()),
        failure);
  }

  BackendUnavailableException interrupted(InterruptedException e) {
    return new BackendUnavailableException(
        "the thread was interrupted while it waited for " + settings.place(), e);
  }
}
