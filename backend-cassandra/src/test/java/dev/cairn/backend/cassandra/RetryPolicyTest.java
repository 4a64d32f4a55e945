package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.session.Request;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests the driver may repeat. */
class RetryPolicyTest {
  private static final Request REQUEST = SimpleStatement.newInstance("SELECT");
  private static final DefaultConsistencyLevel LEVEL = DefaultConsistencyLevel.LOCAL_SERIAL;

  /** All failures that can occur, timeouts first. */
  private static List<RetryDecision> decisions(RetryPolicy policy, int retries) {
    return List.of(
        policy.onReadTimeoutVerdict(REQUEST, LEVEL, 2, 1, true, retries).getRetryDecision(),
        policy
            .onWriteTimeoutVerdict(REQUEST, LEVEL, DefaultWriteType.CAS, 2, 0, retries)
            .getRetryDecision(),
        policy.onUnavailableVerdict(REQUEST, LEVEL, 2, 1, retries).getRetryDecision(),
        policy
            .onRequestAbortedVerdict(REQUEST, new ClosedConnectionException("lost"), retries)
            .getRetryDecision(),
        policy
            .onErrorResponseVerdict(REQUEST, new ServerError(FailuresTest.NODE, "no"), retries)
            .getRetryDecision());
  }

  @Test
  void conditionalWritesAreNeverSentAgain() {
    assertEquals(
        Collections.nCopies(5, RetryDecision.RETHROW),
        decisions(new NeverRetryPolicy(null, ""), 0));
  }

  @Test
  void serialReadsAreSentAgainAFewTimes() {
    RetryPolicy policy = new SerialReadRetryPolicy(null, "");
    RetryDecision again = RetryDecision.RETRY_SAME;
    RetryDecision next = RetryDecision.RETRY_NEXT;
    RetryDecision end = RetryDecision.RETHROW;
    assertEquals(List.of(again, again, next, next, next), decisions(policy, 0));
    assertEquals(List.of(again, again, end, end, end), decisions(policy, 1));
    assertEquals(List.of(again, again, end, end, end), decisions(policy, 4));
    assertEquals(Collections.nCopies(5, end), decisions(policy, 5));
  }
}
