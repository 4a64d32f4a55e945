package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoWriteConcernException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver's handling of replies that a replica set gives and the stand-in cannot. To the driver
 * the scripted server is a primary with sessions, where it would repeat writes if retryable writes
 * were on.
 */
class AnswersTest {
  private static final String REPLICATION_FAILED =
      "writeConcernError: {code: 64, codeName: 'WriteConcernFailed', errmsg: 'timed out'}";

  private final ScriptedMongoDb server = new ScriptedMongoDb();
  private final MongoDbBackend backend = TestSettings.of(server.uri(), "cairn").open();

  @AfterEach
  void close() {
    backend.close();
    server.close();
  }

  private CasResult<?> write(Write.Kind kind) {
    return Write.of(kind, "main").call().apply(backend);
  }

  @ParameterizedTest
  @EnumSource
  void writeThatTheServerCountsIsApplied(Write.Kind kind) {
    server.answer("{ok: 1, n: 1, nModified: 1}");
    assertEquals(CasResult.applied(), write(kind));
  }

  @Test
  void writeThatFindsNoDocumentOrADuplicateIsAConflict() {
    server.answer("{ok: 1, n: 0, nModified: 0}");
    assertEquals(CasResult.conflict(), write(Write.Kind.SWAP));
    assertEquals(CasResult.conflict(), write(Write.Kind.DELETE_IF));
    server.answer("{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'E11000'}]}");
    assertEquals(CasResult.conflict(), write(Write.Kind.INSERT));
  }

  @ParameterizedTest
  @EnumSource
  void writeThatIsNotKnownToBeWithAMajorityIsUnknown(Write.Kind kind) {
    for (int n = 0; n < 2; n++) {
      server.answer("{ok: 1, n: %d, nModified: %d, %s}".formatted(n, n, REPLICATION_FAILED));
      assertInstanceOf(MongoWriteConcernException.class, unknown(write(kind)));
    }
  }

  // The primary steps down while it waits for the majority, and before it begins.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ok: 1, n: 1, writeConcernError: {code: 189, codeName: 'PrimarySteppedDown', errmsg: 'e'}}",
        "{ok: 1, n: 1, writeConcernError: {code: 11602, errmsg: 'interrupted'}}",
        "{ok: 1, n: 1, writeConcernError: {code: 91, errmsg: 'shutdown'}}",
        "{ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary'}",
        "{ok: 0, code: 11602, codeName: 'InterruptedDueToReplStateChange', errmsg: 'e'}",
        "{ok: 0, code: 11600, codeName: 'InterruptedAtShutdown', errmsg: 'e'}",
        "{ok: 0, code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'too long'}",
        "{ok: 0, code: 262, codeName: 'ExceededTimeLimit', errmsg: 'too long'}",
        "{ok: 1, n: 0, writeErrors: [{index: 0, code: 11602, errmsg: 'interrupted'}]}",
        "{ok: 0, code: 10107, errmsg: 'not primary', errorLabels: ['RetryableWriteError']}",
        "{ok: 0, errmsg: 'no code'}"
      })
  void primaryThatStopsBeingOneLeavesTheOutcomeUnknownAndIsAskedOnce(String reply) {
    server.answer(reply);
    Throwable unused = unknown(write(Write.Kind.SWAP));
    assertEquals(1, server.commands().size(), () -> "" + server.commands());
  }

  @Test
  void formerPrimaryIsRecognizedByTheDriver() {
    server.answer("{ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary'}");
    assertInstanceOf(MongoNotPrimaryException.class, unknown(write(Write.Kind.INSERT)));
  }

  @ParameterizedTest
  @EnumSource
  void connectionThatEndsInPlaceOfTheReplyIsUnknownAndTheWriteIsNotRepeated(Write.Kind kind) {
    server.answer(command -> Optional.empty());
    Throwable unused = unknown(write(kind));
    assertEquals(1, server.commands().size(), () -> "" + server.commands());
    assertFalse(server.commands().get(0).containsKey("txnNumber"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on cairn'}",
        "{ok: 0, code: 462, errmsg: 'e', errorLabels: ['SystemOverloadedError', 'RetryableError']}",
        "{ok: 1, n: 0, writeErrors: [{index: 0, code: 121, errmsg: 'validation'}]}"
      })
  void writeThatTheServerRefusesDidNothingAndIsSentOnce(String reply) {
    server.answer(reply);
    assertThrows(BackendUnavailableException.class, () -> write(Write.Kind.INSERT));
    assertEquals(1, server.commands().size(), () -> "" + server.commands());
  }

  @Test
  void writeThatFindsNoFreeConnectionDidNothing() {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    server.answer(
        command -> {
          asked.countDown();
          await(answer);
          return Optional.of(BsonDocument.parse("{ok: 1, n: 1, nModified: 1}"));
        });
    TestSettings settings =
        TestSettings.of(server.uri() + "&maxPoolSize=1&waitQueueTimeoutMS=50", "cairn");
    try (MongoDbBackend narrow = settings.open()) {
      CompletableFuture<CasResult<?>> first =
          CompletableFuture.supplyAsync(
              () -> Write.of(Write.Kind.SWAP, "first").call().apply(narrow));
      await(asked);
      assertThrows(
          BackendUnavailableException.class,
          () -> Write.of(Write.Kind.SWAP, "second").call().apply(narrow));
      answer.countDown();
      assertEquals(CasResult.applied(), first.join());
      assertEquals(1, server.commands().size());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void duplicatesInABulkWriteAreFineUnlessTheyMayGetLost() {
    List<ObjectRow> rows = List.of(Rows.object(1, "one"), Rows.object(2, "two"));
    String duplicate = "writeErrors: [{index: 1, code: 11000, errmsg: 'E11000'}]";
    server.answer("{ok: 1, n: 7, %s}".formatted(duplicate));
    backend.write(rows);
    server.answer("{ok: 1, n: 1, %s, %s}".formatted(duplicate, REPLICATION_FAILED));
    assertThrows(BackendUnavailableException.class, () -> backend.write(rows));
    server.answer("{ok: 1, n: 2, %s}".formatted(REPLICATION_FAILED));
    assertThrows(BackendUnavailableException.class, () -> backend.write(rows));
    server.answer("{ok: 1, n: 1, writeErrors: [{index: 1, code: 91, errmsg: 'shutdown'}]}");
    assertThrows(BackendUnavailableException.class, () -> backend.write(rows));
  }

  // A reply ends at 16 MB; the cursor's next one would no longer be linearizable.
  @Test
  void rowsThatDidNotFitIntoAReplyAreAskedForAgain() {
    List<ObjectRow> rows = List.of(Rows.object(1, "1"), Rows.object(2, "2"), Rows.object(3, "3"));
    server.answer(
        command -> {
          int asked = command.getDocument("filter").toJson().split("thing", -1).length - 1;
          return Optional.of(batch(rows.get(3 - asked), asked > 1 ? 77 : 0));
        });
    assertEquals(
        rows.stream().map(Optional::of).toList(),
        backend.fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG));
    assertEquals(3, server.commands("find").size());
    assertEquals(List.of(), server.commands("getMore"));
    assertEquals(2, server.commands("killCursors").size());
    for (BsonDocument find : server.commands("find")) {
      assertEquals(BsonDocument.parse("{level: 'linearizable'}"), find.getDocument("readConcern"));
      assertTrue(find.containsKey("maxTimeMS"));
    }
  }

  private static BsonDocument batch(ObjectRow row, long cursor) {
    return BsonDocument.parse("{ok: 1}")
        .append(
            "cursor",
            new BsonDocument("id", new BsonInt64(cursor))
                .append("ns", new BsonString("cairn.objects"))
                .append("firstBatch", new BsonArray(List.of(Documents.encode(row)))));
  }

  @Test
  void readThatTheServerCannotDoIsUnavailable() {
    server.answer("{ok: 0, code: 123, codeName: 'NotAReplicaSet', errmsg: 'node needs to be one'}");
    BackendUnavailableException e =
        assertThrows(
            BackendUnavailableException.class, () -> Rows.read(backend, Rows.reference("a").key()));
    assertInstanceOf(MongoCommandException.class, e.getCause());
    assertTrue(e.getMessage().contains("cairn.mongodb.strong-reads=majority"), e::getMessage);
    server.answer("{ok: 0, code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'too long'}");
    assertThrows(
        BackendUnavailableException.class, () -> Rows.read(backend, Rows.reference("a").key()));
  }

  @Test
  void replyThatIsNoneIsUnknownForWritesAndUnavailableForReads() {
    server.answer("{ok: 1}");
    assertThrows(
        BackendUnavailableException.class, () -> Rows.read(backend, Rows.reference("a").key()));
    server.answer("{ok: 'perhaps'}");
    Throwable unused = unknown(write(Write.Kind.SWAP));
  }

  private static Throwable unknown(CasResult<?> result) {
    return assertInstanceOf(CasResult.Unknown.class, result).cause();
  }
}
