package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketClosedException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoSocketWriteTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ServerId;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonSerializationException;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every exception of the driver, also those that only failing replicas cause. */
class FailuresTest {
  private static final ServerAddress SERVER = new ServerAddress("db.example", 27017);

  static Stream<RuntimeException> leavesTheOutcomeUnknown() {
    return Stream.of(
        new MongoSocketReadException("read", SERVER, broken()),
        new MongoSocketReadTimeoutException("read", SERVER, broken()),
        new MongoSocketWriteException("write", SERVER, broken()),
        new MongoSocketWriteTimeoutException("write", SERVER, broken()),
        new MongoSocketClosedException("closed", SERVER),
        new MongoSocketException("some", SERVER, broken()),
        new MongoNotPrimaryException(error(10107), SERVER),
        new MongoNodeIsRecoveringException(error(11600), SERVER),
        new MongoInterruptedException("interrupted", new InterruptedException()),
        new MongoExecutionTimeoutException(50, "operation exceeded time limit"),
        new MongoOperationTimeoutException("operation exceeded the timeout"),
        waiting(64),
        waiting(189),
        waiting(100),
        // An error that concerns only the wait does not refuse the write.
        waiting(13),
        // Nor does a repeatable error of the wait.
        labelled(waiting(91)),
        labelled(new MongoException("not known to come from a server")),
        // Interrupted by a shutdown, by an election, by an operator.
        command(91),
        command(11602),
        command(11601),
        command(189),
        command(64),
        command(99_999),
        write(11602),
        write(91),
        new MongoException("something"),
        new MongoException(13, "no error of the server, whatever its number"),
        new MongoClientException("something"),
        new BsonSerializationException("a reply that is no BSON"),
        new IllegalStateException("state should be: open"),
        new NullPointerException("a bug of the driver"));
  }

  static Stream<RuntimeException> provesThatNothingWasDone() {
    return Stream.of(
        new MongoTimeoutException("no server that is a primary"),
        new MongoSocketOpenException("open", SERVER, broken()),
        new MongoSocketException("db.example", SERVER, new UnknownHostException("db.example")),
        new MongoConnectionPoolClearedException(
            new ServerId(new ClusterId(), SERVER), new MongoSocketOpenException("open", SERVER)),
        new MongoServerUnavailableException("closed"),
        new MongoSecurityException(
            MongoCredential.createCredential("u", "admin", "secret".toCharArray()), "refused"),
        new MongoConfigurationException("no such host"),
        command(13),
        command(18),
        command(59),
        command(2),
        command(9),
        command(72),
        command(123),
        write(121),
        write(10334),
        labelled(command(462)),
        labelled(new MongoSocketReadException("while it was opened", SERVER, broken())));
  }

  @ParameterizedTest
  @MethodSource
  void leavesTheOutcomeUnknown(RuntimeException e) {
    assertFalse(MongoDbFailures.provesNothingWasDone(e));
    try (MongoDbConnection connection = connection()) {
      CasResult<ObjectRow> result =
          connection.conditionally(
              () -> {
                throw e;
              });
      assertSame(e, assertInstanceOf(CasResult.Unknown.class, result).cause());
    }
  }

  @ParameterizedTest
  @MethodSource
  void provesThatNothingWasDone(RuntimeException e) {
    assertTrue(MongoDbFailures.provesNothingWasDone(e));
    try (MongoDbConnection connection = connection()) {
      BackendUnavailableException thrown =
          assertThrows(
              BackendUnavailableException.class,
              () ->
                  connection.<ObjectRow>conditionally(
                      () -> {
                        throw e;
                      }));
      assertSame(e, thrown.getCause());
      assertTrue(thrown.getMessage().contains("'cairn-test' of MongoDB on db.example"));
    }
  }

  @ParameterizedTest
  @MethodSource({"leavesTheOutcomeUnknown", "provesThatNothingWasDone"})
  void everyFailureOfACallThatMayBeRepeatedIsUnavailable(RuntimeException e) {
    try (MongoDbConnection connection = connection()) {
      assertThrows(
          BackendUnavailableException.class,
          () ->
              connection.call(
                  () -> {
                    throw e;
                  }));
    }
  }

  @Test
  void serverWithoutReplicasIsDistinguishedFromOneThatFails() {
    String message = new MongoDbFailures("the database").unavailable(command(123)).getMessage();
    assertTrue(message.contains("cairn.mongodb.strong-reads=majority"), message);
  }

  @Test
  void messageDoesNotRepeatAWholeCommand() {
    String message =
        new MongoDbFailures("the database")
            .unavailable(new MongoException("x".repeat(9_999)))
            .getMessage();
    assertTrue(message.length() < 1_000, message);
  }

  // The counts that come with the errors are wrong here, as they are from the stand-in.
  @Test
  void duplicatesInABulkWriteAreNoProblemWhateverTheCounts() {
    assertEquals(Optional.empty(), MongoDbTable.problem(bulk(null, 11000, 11000)));
    assertEquals(Optional.of("error 91"), MongoDbTable.problem(bulk(null, 11000, 91, 11000)));
    assertEquals(
        Optional.of("waiting for replication timed out"),
        MongoDbTable.problem(bulk(writeConcernError(64), 11000)));
    assertEquals(
        Optional.of("waiting for replication timed out"),
        MongoDbTable.problem(bulk(writeConcernError(64))));
  }

  private static MongoBulkWriteException bulk(WriteConcernError concern, int... codes) {
    List<BulkWriteError> errors =
        Arrays.stream(codes)
            .mapToObj(code -> new BulkWriteError(code, "error " + code, new BsonDocument(), 7))
            .toList();
    return new MongoBulkWriteException(
        BulkWriteResult.acknowledged(99, 0, 0, 0, List.of(), List.of()),
        errors,
        concern,
        SERVER,
        Set.of());
  }

  private static IOException broken() {
    return new IOException("broken");
  }

  private static MongoDbConnection connection() {
    return MongoDbConnection.of(TestSettings.of("mongodb://db.example", "cairn-test").settings());
  }

  private static MongoException labelled(MongoException e) {
    e.addLabel(MongoException.SYSTEM_OVERLOADED_ERROR_LABEL);
    e.addLabel(MongoException.RETRYABLE_ERROR_LABEL);
    return e;
  }

  private static MongoCommandException command(int code) {
    return new MongoCommandException(error(code), SERVER);
  }

  private static MongoWriteException write(int code) {
    return new MongoWriteException(
        new WriteError(code, "error " + code, new BsonDocument()), SERVER, Set.of());
  }

  private static MongoWriteConcernException waiting(int code) {
    return new MongoWriteConcernException(
        writeConcernError(code), WriteConcernResult.acknowledged(1, true, null), SERVER, Set.of());
  }

  private static WriteConcernError writeConcernError(int code) {
    return new WriteConcernError(
        code, "name", "waiting for replication timed out", new BsonDocument());
  }

  private static BsonDocument error(int code) {
    return new BsonDocument("ok", new BsonInt32(0))
        .append("code", new BsonInt32(code))
        .append("errmsg", new BsonString("error " + code));
  }
}
