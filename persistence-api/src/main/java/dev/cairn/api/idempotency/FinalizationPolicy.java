package dev.cairn.api.idempotency;

import java.util.Set;

/** Decides which outcomes are final and answer repetitions. */
@FunctionalInterface
public interface FinalizationPolicy {
  /** The effect of an outcome on the record. */
  enum Disposition {
    /** The outcome is final and answers repetitions. */
    FINALIZE,
    /** The request certainly had no effect: a repetition is a new request. */
    RELEASE,
    /** The effect is unknown: a repetition has to find out first. */
    KEEP
  }

  /**
   * The default: 2xx and 4xx are final, except 401, 403, 408, 425 and 429, which say nothing about
   * the request itself and count as not sent. All others, 5xx in particular, are unknown.
   */
  FinalizationPolicy DEFAULT =
      outcome -> {
        int status = outcome.status();
        if (Set.of(401, 403, 408, 425, 429).contains(status)) {
          return Disposition.RELEASE;
        }
        return status / 100 == 2 || status / 100 == 4 ? Disposition.FINALIZE : Disposition.KEEP;
      };

  /**
   * Decides about a request that ended with {@code outcome}. A policy must not finalize a 5xx: the
   * request then stays open, and its caller gets an {@link IllegalArgumentException}.
   */
  Disposition of(Outcome outcome);
}
