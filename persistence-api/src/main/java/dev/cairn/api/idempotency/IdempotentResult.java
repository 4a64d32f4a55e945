package dev.cairn.api.idempotency;

import java.time.Duration;
import java.util.Optional;

/** What the client of a request is told. */
public sealed interface IdempotentResult {
  /** It was executed now. */
  record Executed(Outcome outcome) implements IdempotentResult {}

  /**
   * It was executed before, and this is how it ended.
   *
   * @param status how the resource has fared since, if there is one and a resolver
   */
  record Replayed(Outcome outcome, Optional<ProcessingStatus> status) implements IdempotentResult {}

  /**
   * It was not executed now, and there is no outcome to tell.
   *
   * @param subtype why
   * @param message the same for people
   * @param retryAfter when it is worth being sent again, if it is
   */
  record Refused(ErrorSubtype subtype, String message, Optional<Duration> retryAfter)
      implements IdempotentResult {}
}
