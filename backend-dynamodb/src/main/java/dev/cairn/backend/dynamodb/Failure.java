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

/** What an exception of the SDK says about the request, as far as it can be told for certain. */
enum Failure {
  /** The database did nothing, because of too much work or another's; later it may. */
  THROTTLED,

  /** The request was not sent. */
  UNREACHED,

  /** The database did nothing and will not. */
  REFUSED,

  /** The database says that it failed; a write may have been done. */
  FAULT,

  /** The answer is missing, late or unreadable; a write may have been done or be done later. */
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
   * Tells what {@code thrown} means.
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
    // The last two are of the pool of connections, which has two ways to say that none is free.
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
    // Without a code it is not DynamoDB that answers but something on the way, and who knows what
    // it did before. A time-out (408) is no refusal either.
    if (code == null || status < 400 || status == 408) {
      return BROKEN;
    }
    return THROTTLING.contains(code) || OTHERS_AT_WORK.contains(code) ? THROTTLED : REFUSED;
  }

  /** Whether a write certainly was not done. */
  boolean didNothing() {
    return this == THROTTLED || this == UNREACHED || this == REFUSED;
  }

  static @Nullable String code(AwsServiceException answer) {
    return answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
  }
}
