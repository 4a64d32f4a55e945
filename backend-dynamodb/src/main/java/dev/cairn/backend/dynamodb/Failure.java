package dev.cairn.backend.dynamodb;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Set;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** What an exception of the SDK proves about the request. */
enum Failure {
  /** The database did nothing, because of load or a concurrent write; a repetition may succeed. */
  THROTTLED,

  /** The request was not sent. */
  UNREACHED,

  /** The database did nothing; a repetition will not succeed. */
  REFUSED,

  /** The database reported an internal failure; a write may have been applied. */
  FAULT,

  /**
   * The reply is missing, late or unreadable; a write may have been applied, or be applied later.
   */
  BROKEN;

  private static final Set<String> OTHERS_AT_WORK =
      Set.of("TransactionConflictException", "ReplicatedWriteConflictException");

  private static final Set<String> THROTTLING =
      Set.of(
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "RequestLimitExceededException",
          "Throttling",
          "ThrottlingException");

  /**
   * Classifies {@code thrown}.
   *
   * @param sent whether any of the request may have left this process
   */
  static Failure of(RuntimeException thrown, boolean sent) {
    if (!sent) {
      return UNREACHED;
    }
    if (thrown instanceof AwsServiceException answer) {
      return ofAnswer(answer.statusCode(), code(answer));
    }
    // The last two come from the connection pool, which reports in two ways that none is free.
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException
          || cause instanceof ConnectTimeoutException
          || cause instanceof ConnectionRequestTimeoutException
          || cause instanceof DeadlineTimeoutException) {
        return UNREACHED;
      }
    }
    return BROKEN;
  }

  private static Failure ofAnswer(int status, @Nullable String code) {
    if (status >= 500) {
      return FAULT;
    }
    // A reply without a code comes from something in between, not from DynamoDB, and the request
    // may have passed it. A timeout (408) is no refusal either.
    if (code == null || status < 400 || status == 408) {
      return BROKEN;
    }
    return THROTTLING.contains(code) || OTHERS_AT_WORK.contains(code) ? THROTTLED : REFUSED;
  }

  /** Whether a write was certainly not applied. */
  boolean didNothing() {
    return this == THROTTLED || this == UNREACHED || this == REFUSED;
  }

  static @Nullable String code(AwsServiceException answer) {
    return answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
  }
}
