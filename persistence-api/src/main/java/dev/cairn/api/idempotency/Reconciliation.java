package dev.cairn.api.idempotency;

/** What is known about an attempt of an earlier owner. */
public sealed interface Reconciliation {
  /** The attempt took effect. */
  record Applied(Outcome outcome) implements Reconciliation {}

  /**
   * The attempt did not take effect: the request is executed now. If the earlier owner is only
   * slow, nothing but commits that carry the key prevents both from taking effect.
   */
  record NotApplied() implements Reconciliation {}

  /**
   * The current state rules the request out, whether or not it took effect: it ends with {@code
   * outcome}, usually a 422.
   */
  record Incompatible(Outcome outcome) implements Reconciliation {}

  /** The effect is unknown: the request is not executed, and the next repetition asks again. */
  record Undecided(String reason) implements Reconciliation {}

  /** Determines the effect of an earlier attempt. */
  @FunctionalInterface
  interface Reconciler {
    /**
     * Inspects the application's data for a request that was taken over. An outcome with a 5xx is
     * refused with an {@link IllegalArgumentException}, and the request stays open.
     */
    Reconciliation reconcile(Ownership owner);
  }
}
