package dev.cairn.api.idempotency;

import java.time.Duration;
import java.util.Optional;

/** The answer to the client of a request. */
public sealed interface IdempotentResult {
  /**
   * The request was executed now, or by an earlier owner that did not answer a client.
   *
   * @param status the state of the resource, if there is one and a resolver: {@code PROCESSING}
   *     unless the handler {@linkplain Execution#status set it}
   */
  record Executed(Outcome outcome, Optional<ProcessingStatus> status) implements IdempotentResult {
    /** An outcome without a state of a resource. */
    public Executed(Outcome outcome) {
      this(outcome, Optional.empty());
    }
  }

  /**
   * The request was executed before, with this outcome.
   *
   * @param status the current state of the resource, if there is one and a resolver
   * @param waited whether it was still being executed when this repetition arrived
   */
  record Replayed(Outcome outcome, Optional<ProcessingStatus> status, boolean waited)
      implements IdempotentResult {
    /** An outcome that was there when the repetition arrived. */
    public Replayed(Outcome outcome, Optional<ProcessingStatus> status) {
      this(outcome, status, false);
    }
  }

  /**
   * The request was not executed now, and there is no outcome to return.
   *
   * @param subtype the reason
   * @param message the reason in words
   * @param retryAfter when to retry, if a retry can help
   */
  record Refused(ErrorSubtype subtype, String message, Optional<Duration> retryAfter)
      implements IdempotentResult {}
}
