package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.backend.dynamodb.ScriptedDynamoDb.Request;
import dev.cairn.testkit.TestClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The backend's handling of replies that DynamoDB Local never gives. */
class AnswersTest {
  private final ScriptedDynamoDb server = new ScriptedDynamoDb();
  private final TestClock clock = new TestClock();
  private final Patience patience =
      new Patience(Duration.ofSeconds(10), clock, clock.waiter(), () -> 1.0);
  private final DynamoDbBackend backend = open();
  private final Scope scope = Rows.scope();
  private final ObjectRow row = Rows.updateable(scope, "lease", "mine");

  private DynamoDbBackend open() {
    server.error(400, "ResourceNotFoundException");
    DynamoDbBackend opened =
        DynamoDbBackend.open(TestSettings.of(server.address(), "a-").read(), patience);
    server.requests();
    return opened;
  }

  @AfterEach
  void close() {
    backend.close();
    server.close();
  }

  private List<String> operations() {
    return server.requests().stream().map(Request::operation).toList();
  }

  @Test
  void throttledWriteIsSentAgainWithGrowingPauses() {
    server
        .error(400, "ProvisionedThroughputExceededException")
        .error(400, "ThrottlingException")
        .error(400, "TransactionConflictException")
        .answer(200, "{}");
    assertEquals(CasResult.applied(), backend.insert(row));
    assertEquals(List.of("PutItem", "PutItem", "PutItem", "PutItem"), operations());
    assertEquals(TestClock.START.plusMillis(25 + 50 + 100), clock.instant());
    assertEquals(3.0, backend.statistics().get("repeats.total"));
  }

  @Test
  void throttlingWithoutEndEndsInTime() {
    server.thenAlways(400, "ProvisionedThroughputExceededException");
    BackendUnavailableException e =
        assertThrows(BackendUnavailableException.class, () -> backend.insert(row));
    assertTrue(e.getMessage().contains("throttled"), e::getMessage);
    Duration waited = Duration.between(TestClock.START, clock.instant());
    assertTrue(waited.compareTo(Duration.ofSeconds(12)) <= 0, waited::toString);
    assertTrue(operations().size() < 20);
    assertThrows(
        BackendUnavailableException.class,
        () -> backend.fetch(List.of(row.key()), ReadMode.STRONG));
    assertTrue(operations().size() < 20);
  }

  @Test
  void internalErrorLeavesAConditionalWriteUnknownAfterOneRequest() {
    server.error(500, "InternalServerError").error(503, "ServiceUnavailable");
    assertInstanceOf(CasResult.Unknown.class, backend.insert(row));
    assertInstanceOf(CasResult.Unknown.class, backend.deleteIf(row.key(), Rows.token()));
    assertEquals(List.of("PutItem", "DeleteItem"), operations());
  }

  @Test
  void answersThatMakeNoSenseAreUnknown() {
    server
        .answer(200, "no JSON")
        .answerWithCrc("{}", "12345")
        .answer(302, "")
        .answer(400, "<html>");
    for (int i = 0; i < 4; i++) {
      assertInstanceOf(CasResult.Unknown.class, backend.swap(Rows.token(), row), "answer " + i);
    }
    assertEquals(4, operations().size());
  }

  @Test
  void refusedWriteCertainlyDidNothingAndIsNotRepeated() {
    server.error(400, "ValidationException").error(400, "AccessDeniedException");
    assertThrows(BackendUnavailableException.class, () -> backend.insert(row));
    assertThrows(BackendUnavailableException.class, () -> backend.insert(row));
    server.error(400, "ResourceNotFoundException");
    assertThrows(SchemaMismatchException.class, () -> backend.insert(row));
    assertEquals(3, operations().size());
  }

  @Test
  void noMessageQuotesWhatDynamoDbSaysAboutCredentials() {
    server.error(400, "InvalidSignatureException", "x-amz-security-token:SECRET");
    BackendUnavailableException e =
        assertThrows(BackendUnavailableException.class, () -> backend.insert(row));
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    assertFalse(text.toString().contains("SECRET"), text::toString);
    assertTrue(e.getMessage().contains("InvalidSignatureException"), e::getMessage);
  }

  @Test
  void conflictWithTheVeryRowThatWasWrittenIsNone() {
    server.answer(400, conflictWith(row)).answer(400, conflictWith(row));
    assertEquals(CasResult.applied(), backend.insert(row));
    ObjectRow other = Rows.next(row, "other");
    assertEquals(CasResult.conflictWith(row), backend.swap(Rows.token(), other));
  }

  @Test
  void conflictOfAnInsertWithoutTheRowIsOneThatWasNotReported() {
    server.error(400, "ConditionalCheckFailedException");
    assertEquals(CasResult.conflict(), backend.insert(row));
    server.error(400, "ConditionalCheckFailedException");
    assertEquals(CasResult.conflictWithNothing(), backend.swap(Rows.token(), row));
  }

  @Test
  void unprocessedRowsAreWrittenUntilNoneIsLeft() {
    ObjectRow one = Rows.immutable(scope, 1);
    ObjectRow two = Rows.immutable(scope, 2);
    server
        .answer(200, unprocessed("\"PutRequest\":{\"Item\":" + item(two) + "}"))
        .answer(200, unprocessed("\"PutRequest\":{\"Item\":" + item(two) + "}"))
        .answer(200, "{}");
    backend.write(List.of(one, two));
    List<Request> requests = server.requests();
    assertEquals(3, requests.size());
    assertTrue(requests.get(0).body().contains(base64(RowKeys.encode(one.key()))));
    for (Request repeated : requests.subList(1, 3)) {
      assertTrue(repeated.body().contains(base64(RowKeys.encode(two.key()))));
      assertFalse(repeated.body().contains(base64(RowKeys.encode(one.key()))));
    }
    assertTrue(clock.instant().isAfter(TestClock.START), "without a pause");
  }

  @Test
  void rowsThatStayUnprocessedFailTheCall() {
    ObjectRow one = Rows.immutable(scope, 1);
    String left = unprocessed("\"PutRequest\":{\"Item\":" + item(one) + "}");
    for (int i = 0; i < 40; i++) {
      server.answer(200, left);
    }
    assertThrows(BackendUnavailableException.class, () -> backend.write(List.of(one)));
    assertTrue(operations().size() < 40);
  }

  @Test
  void unprocessedKeysAreFetchedUntilNoneIsLeftAndAsStronglyAsBefore() {
    ObjectRow one = Rows.immutable(scope, 1);
    ObjectRow two = Rows.immutable(scope, 2);
    String left =
        "\"UnprocessedKeys\":{\"a-objects\":{\"Keys\":[{\"k\":{\"B\":\"%s\"}}]}}"
            .formatted(base64(RowKeys.encode(two.key())));
    server
        .answer(200, "{" + left + "}")
        .answer(200, "{\"Responses\":{\"a-objects\":[" + item(one) + "]}," + left + "}")
        .answer(200, "{\"Responses\":{\"a-objects\":[" + item(two) + "]}}");
    assertEquals(
        List.of(Optional.of(one), Optional.of(two), Optional.of(one)),
        backend.fetch(List.of(one.key(), two.key(), one.key()), ReadMode.STRONG));
    List<Request> requests = server.requests();
    assertEquals(3, requests.size());
    for (Request request : requests) {
      assertTrue(request.body().contains("\"ConsistentRead\":true"), request::body);
    }
  }

  @Test
  void failedReadIsRepeatedAndWeakReadsAreWeak() {
    server.error(500, "InternalServerError").answer(200, "{}");
    assertEquals(
        Optional.empty(), backend.readReference(Rows.reference(scope).key(), ReadMode.WEAK));
    for (Request request : server.requests()) {
      assertTrue(request.body().contains("\"ConsistentRead\":false"), request::body);
    }
  }

  @Test
  void itemsOfOtherProgramsAreDamaged() {
    String key = "\"k\":{\"B\":\"%s\"}".formatted(base64(RowKeys.encode(row.key())));
    String value = "\"v\":{\"B\":\"%s\"}".formatted(base64(RowFormat.encode(row)));
    for (String item :
        List.of(
            "{" + key + "}",
            "{" + value + "}",
            "{" + key + ",\"v\":{\"S\":\"text\"}}",
            "{" + key + ",\"v\":{\"B\":\"\"}}",
            "{" + key + "," + value + "}",
            "{" + key + "," + value + ",\"t\":{\"B\":\"AAAA\"}}")) {
      server.answer(200, "{\"Responses\":{\"a-objects\":[" + item + "]}}");
      assertThrows(
          DamagedDataException.class,
          () -> backend.fetch(List.of(row.key()), ReadMode.STRONG),
          item);
    }
  }

  @Test
  void emptyCallsSendNothing() {
    assertEquals(List.of(), backend.fetch(List.of(), ReadMode.STRONG));
    backend.write(List.of());
    backend.delete(List.of());
    assertEquals(List.of(), operations());
  }

  private static String unprocessed(String request) {
    return "{\"UnprocessedItems\":{\"a-objects\":[{" + request + "}]}}";
  }

  private static String conflictWith(ObjectRow there) {
    return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
        + "\"message\":\"The conditional request failed\",\"Item\":"
        + item(there)
        + "}";
  }

  private static String item(ObjectRow row) {
    String token =
        row.token().map(t -> ",\"t\":{\"B\":\"" + base64(t.toBytes()) + "\"}").orElse("");
    return "{\"k\":{\"B\":\"%s\"},\"v\":{\"B\":\"%s\"}%s}"
        .formatted(base64(RowKeys.encode(row.key())), base64(RowFormat.encode(row)), token);
  }

  private static String base64(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
