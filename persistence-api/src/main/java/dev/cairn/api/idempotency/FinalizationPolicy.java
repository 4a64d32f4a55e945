package dev.cairn.api.idempotency;

import java.util.Set;

/** Which outcomes are kept and repeated, and which are not. */
@FunctionalInterface
public interface FinalizationPolicy {
  /** What becomes of the record after an outcome. */
  enum Disposition {
    /** It is final: repetitions are answered with it. */
    FINALIZE,
    /** Certainly nothing was done: a repetition is a new request. */
    RELEASE,
    /** It may or may not have taken effect: a repetition has to find out first. */
    KEEP
  }

  /**
   * 2xx and 4xx are final, except those that say nothing of the request itself: 401, 403, 408, 425
   * and 429, after which it is as if it had not been sent. After all others, 5xx above all, nobody
   * knows.
   */
  FinalizationPolicy DEFAULT =
      outcome -> {
        int status = outcome.status();
        if (Set.of(401, 403, 408, 425, 429).contains(status)) {
          return Disposition.RELEASE;
        }
        return status / 100 == 2 || status / 100 == 4 ? Disposition.FINALIZE : Disposition.KEEP;
      };

  /** What becomes of the record of a request that ended with {@code outcome}. */
  Disposition of(Outcome outcome);
}
