package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/** A driver policy that repeats a request a number of times. */
@SuppressWarnings("deprecation") // verdicts come from decisions unless they are made separately
abstract class CountingRetryPolicy implements RetryPolicy {
  private final int afterTimeouts;
  private final int afterOtherFailures;

  CountingRetryPolicy(int afterTimeouts, int afterOtherFailures) {
    this.afterTimeouts = afterTimeouts;
    this.afterOtherFailures = afterOtherFailures;
  }

  // Retry on the same node: another one would not know more, and the driver offers each only once.
  private RetryDecision afterTimeout(int retryCount) {
    return retryCount < afterTimeouts ? RetryDecision.RETRY_SAME : RetryDecision.RETHROW;
  }

  private RetryDecision afterOther(int retryCount) {
    return retryCount < afterOtherFailures ? RetryDecision.RETRY_NEXT : RetryDecision.RETHROW;
  }

  @Override
  public final RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel level,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return afterTimeout(retryCount);
  }

  @Override
  public final RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel level,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return afterTimeout(retryCount);
  }

  @Override
  public final RetryDecision onUnavailable(
      Request request, ConsistencyLevel level, int required, int alive, int retryCount) {
    return afterOther(retryCount);
  }

  @Override
  public final RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return afterOther(retryCount);
  }

  @Override
  public final RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return afterOther(retryCount);
  }

  @Override
  public void close() {}
}
