package dev.cairn.api.idempotency;

/** What can be found out of an attempt that somebody else began. */
public sealed interface Reconciliation {
  /** It took effect. */
  record Applied(Outcome outcome) implements Reconciliation {}

  /**
   * It did not take effect: it is executed now. If the earlier owner is only slow, that both never
   * take effect is ensured by commits that carry the key, and by nothing else.
   */
  record NotApplied() implements Reconciliation {}

  /**
   * What is there now rules the request out, whether or not it took effect: it ends with {@code
   * outcome}, usually a 422.
   */
  record Incompatible(Outcome outcome) implements Reconciliation {}

  /** Nobody can tell: it is not executed, and the next repetition asks again. */
  record Undecided(String reason) implements Reconciliation {}

  /** Finds out. */
  @FunctionalInterface
  interface Reconciler {
    /** Looks at what the application has, for a request that was taken over. */
    Reconciliation reconcile(Ownership owner);
  }
}
