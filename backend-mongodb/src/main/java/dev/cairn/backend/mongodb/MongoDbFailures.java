package dev.cairn.backend.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import dev.cairn.api.BackendUnavailableException;
import java.net.UnknownHostException;
import java.util.Set;

/** Classifies the driver's exceptions. */
final class MongoDbFailures {
  static final int DUPLICATE_KEY = 11000;
  static final int NOT_A_REPLICA_SET = 123;
  static final int COMMAND_NOT_FOUND = 59;

  /** Codes with which a server refuses a command or a document before it does anything. */
  private static final Set<Integer> REFUSALS =
      Set.of(
          2, // BadValue
          9, // FailedToParse
          13, // Unauthorized
          18, // AuthenticationFailed
          COMMAND_NOT_FOUND,
          72, // InvalidOptions
          121, // DocumentValidationFailure
          NOT_A_REPLICA_SET,
          10334); // BSONObjectTooLarge

  private static final int MOST_OF_A_MESSAGE = 500;

  private final String where;

  /**
   * @param where names the database in messages
   */
  MongoDbFailures(String where) {
    this.where = where;
  }

  /**
   * Whether {@code e} proves that a write was not applied. Everything else leaves its outcome
   * unknown: a connection that broke or timed out after the request was sent, a primary that steps
   * down (a server can also report that while it waits for a majority to have the write), a write
   * concern error, and every error that this release does not know.
   */
  static boolean provesNothingWasDone(RuntimeException e) {
    if (e instanceof MongoOperationTimeoutException) {
      return false; // A timeout of the whole operation, part of which may be done.
    }
    if (e instanceof MongoWriteException write) {
      return REFUSALS.contains(write.getCode());
    }
    if (e instanceof MongoCommandException command) {
      return REFUSALS.contains(command.getCode()) || wasNotCarriedOut(command);
    }
    if (e instanceof MongoSocketException socket) {
      return socket instanceof MongoSocketOpenException
          || socket.getCause() instanceof UnknownHostException
          || wasNotCarriedOut(socket);
    }
    return e instanceof MongoTimeoutException // No server, or no connection to it, was found.
        || e instanceof MongoConnectionPoolClearedException
        || e instanceof MongoServerUnavailableException
        || e instanceof MongoSecurityException
        || e instanceof MongoIncompatibleDriverException
        || e instanceof MongoConfigurationException;
  }

  // A server that sheds load labels refused commands, the driver labels connections it could not
  // open.
  private static boolean wasNotCarriedOut(MongoException e) {
    return e.hasErrorLabel(MongoException.RETRYABLE_ERROR_LABEL);
  }

  /** Names the database. */
  String where() {
    return where;
  }

  /** The exception for a call that did nothing, or that may be repeated whatever it did. */
  BackendUnavailableException unavailable(RuntimeException e) {
    return new BackendUnavailableException(
        "a request to %s failed: %s%s"
            .formatted(where, abbreviate(String.valueOf(e.getMessage())), wayOut(e)),
        e);
  }

  /** The exception for a bulk write that may have written some of its rows. */
  BackendUnavailableException incomplete(String problem, RuntimeException e) {
    return new BackendUnavailableException(
        "%s did not store all rows: %s; the call may be repeated"
            .formatted(where, abbreviate(problem)),
        e);
  }

  private static String wayOut(RuntimeException e) {
    return e instanceof MongoException known && known.getCode() == NOT_A_REPLICA_SET
        ? ". Start the server as a replica set, or, for a server without replicas, set %s=majority"
            .formatted(MongoDbBackendFactory.STRONG_READS.key())
        : "";
  }

  // A server's message may repeat the whole command with its rows.
  private static String abbreviate(String message) {
    return message.length() <= MOST_OF_A_MESSAGE
        ? message
        : message.substring(0, MOST_OF_A_MESSAGE) + "…";
  }
}
