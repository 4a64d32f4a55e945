package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.util.Deadline;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.Crc32MismatchException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class FailureTest {
  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, THROTTLED",
    "400, RequestLimitExceeded, THROTTLED",
    "400, ThrottlingException, THROTTLED",
    "400, TransactionConflictException, THROTTLED",
    "400, ReplicatedWriteConflictException, THROTTLED",
    "400, ValidationException, REFUSED",
    "400, AccessDeniedException, REFUSED",
    "400, ResourceNotFoundException, REFUSED",
    "400, ItemCollectionSizeLimitExceededException, REFUSED",
    "400, UnrecognizedClientException, REFUSED",
    "400, ExpiredTokenException, REFUSED",
    "403, InvalidSignatureException, REFUSED",
    "413, RequestEntityTooLarge, REFUSED",
    "500, InternalServerError, FAULT",
    "503, ServiceUnavailable, FAULT",
    // Throttled or not: only a 4xx proves that nothing was done.
    "503, ThrottlingException, FAULT",
    "408, RequestTimeout, BROKEN",
  })
  void answersOfDynamoDb(int status, String code, Failure expected) {
    assertEquals(expected, Failure.of(answer(status, code), true));
  }

  @ParameterizedTest
  @CsvSource({"400, BROKEN", "403, BROKEN", "301, BROKEN", "502, FAULT", "504, FAULT"})
  void answersOfSomethingElse(int status, Failure expected) {
    assertEquals(expected, Failure.of(answer(status, null), true));
    assertEquals(
        expected,
        Failure.of(
            (RuntimeException) DynamoDbException.builder().statusCode(status).build(), true));
  }

  private static RuntimeException answer(int status, String code) {
    return (RuntimeException)
        DynamoDbException.builder()
            .statusCode(status)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  @Test
  void whatWasNotConnectedWasNotSent() {
    unreached(new ConnectException("Connection refused"));
    unreached(new HttpHostConnectException("Connection refused"));
    unreached(new UnknownHostException("dynamodb.nowhere"));
    unreached(new NoRouteToHostException("no route"));
    unreached(new ConnectTimeoutException("Connect timed out"));
    unreached(new ConnectionRequestTimeoutException("no connection is free"));
    unreached(
        new IOException(
            "no connection is free", DeadlineTimeoutException.from(Deadline.MIN_VALUE)));
  }

  private static void unreached(IOException cause) {
    assertEquals(Failure.UNREACHED, Failure.of(wrapped(cause), true), cause::toString);
  }

  @Test
  void whatBrokeOnTheWayIsUncertain() {
    broken(wrapped(new SocketTimeoutException("Read timed out")));
    broken(wrapped(new SocketException("Connection reset")));
    broken(wrapped(new NoHttpResponseException("failed to respond")));
    broken(wrapped(new IOException("something")));
    broken(SdkClientException.create("Unable to unmarshall response"));
    broken(Crc32MismatchException.builder().message("crc").build());
    broken(ApiCallAttemptTimeoutException.create(1));
    broken(AbortedException.create("interrupted"));
    broken(new IllegalStateException("Connection pool shut down"));
  }

  private static void broken(RuntimeException thrown) {
    assertEquals(Failure.BROKEN, Failure.of(thrown, true), thrown::toString);
  }

  @Test
  void nothingIsUncertainBeforeAnythingWasSent() {
    assertEquals(Failure.UNREACHED, Failure.of(SdkClientException.create("no credentials"), false));
    assertEquals(Failure.UNREACHED, Failure.of(AbortedException.create("interrupted"), false));
  }

  private static RuntimeException wrapped(IOException cause) {
    return SdkClientException.create("Unable to execute HTTP request", cause);
  }
}
