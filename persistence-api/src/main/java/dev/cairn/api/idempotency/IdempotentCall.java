package dev.cairn.api.idempotency;

import dev.cairn.api.store.Store;
import java.util.Optional;

/**
 * A request to execute once.
 *
 * <pre>{@code
 * RequestKey request = RequestKey.of(Principal.of(user), "createTable", path, key);
 * IdempotentCall.of(request, store, "main").withFingerprint(Fingerprint.ofBytes(body))
 * }</pre>
 *
 * @param request its key; empty if the client sent none
 * @param fingerprint the fingerprint of its payload
 * @param target the reference that it commits to, and whose head records its failure
 * @param reconciler determines the outcome of an earlier attempt if the reference does not prove it
 * @param rebuilder restores outcomes from summaries
 * @param statusResolver determines the state of the resource on replays
 * @param commitsOnly whether its handler has no other effect than its commits
 */
public record IdempotentCall(
    Optional<RequestKey> request,
    Fingerprint fingerprint,
    Optional<Target> target,
    Reconciliation.Reconciler reconciler,
    Outcome.Rebuilder rebuilder,
    Optional<ProcessingStatus.Resolver> statusResolver,
    boolean commitsOnly) {
  /** The reference that the request commits to. */
  public record Target(Store store, String reference) {}

  private static IdempotentCall of(Optional<RequestKey> request, Optional<Target> target) {
    return new IdempotentCall(
        request,
        Fingerprint.none(),
        target,
        owner -> new Reconciliation.NotApplied(),
        summarized -> Optional.empty(),
        Optional.empty(),
        false);
  }

  /**
   * The call of {@code request}, which commits to {@code reference} by {@link
   * Execution#commit(Store, String, dev.cairn.api.store.Change)}. After a takeover, the head of the
   * reference shows whether the request took effect. A failure is recorded there before it is
   * final, so that a slow earlier owner can no longer succeed.
   *
   * <p>For a request with steps in several references, name the one whose step comes first.
   */
  public static IdempotentCall of(RequestKey request, Store store, String reference) {
    return of(Optional.of(request), Optional.of(new Target(store, reference)));
  }

  /**
   * The call of {@code request}, which commits to no reference. Use this only for effects made by
   * other means than {@link Execution#commit(Store, String, dev.cairn.api.store.Change)}: no head
   * can prove or refuse them. After a takeover only the {@linkplain #reconciling reconciler} can
   * determine what an earlier owner did, and a slow earlier owner may still take effect after a
   * repetition was answered with a failure.
   */
  public static IdempotentCall withoutTakeoverFence(RequestKey request) {
    return of(Optional.of(request), Optional.empty());
  }

  /** A call without a key: only runs the handler. */
  public static IdempotentCall withoutKey() {
    return of(Optional.empty(), Optional.empty());
  }

  /** This call with a fingerprint of the payload. */
  public IdempotentCall withFingerprint(Fingerprint of) {
    return new IdempotentCall(
        request, of, target, reconciler, rebuilder, statusResolver, commitsOnly);
  }

  /** This call with a reconciler, used after a takeover if the reference proves nothing. */
  public IdempotentCall reconciling(Reconciliation.Reconciler by) {
    return new IdempotentCall(
        request, fingerprint, target, by, rebuilder, statusResolver, commitsOnly);
  }

  /** This call with a rebuilder of outcomes from summaries. */
  public IdempotentCall rebuilding(Outcome.Rebuilder by) {
    return new IdempotentCall(
        request, fingerprint, target, reconciler, by, statusResolver, commitsOnly);
  }

  /** This call with a resolver for the state of the resource on replays. */
  public IdempotentCall resolvingStatus(ProcessingStatus.Resolver by) {
    return new IdempotentCall(
        request, fingerprint, target, reconciler, rebuilder, Optional.of(by), commitsOnly);
  }

  /**
   * This call, whose handler has no effect but its {@linkplain Execution#commit commits}, all to
   * the database of the records. Its reservation is durable when the first of them is, which saves
   * a wait for the disk. A machine that loses power before that loses both, and the request counts
   * as never received: a handler with other effects would repeat them without being told of a
   * takeover.
   */
  public IdempotentCall committingOnly() {
    return new IdempotentCall(
        request, fingerprint, target, reconciler, rebuilder, statusResolver, true);
  }
}
