package dev.cairn.api.idempotency;

import dev.cairn.api.store.Store;
import java.util.Optional;

/**
 * A request to be executed once.
 *
 * <pre>{@code
 * IdempotentCall.of(RequestKey.of(Principal.of(user), "createTable", path, key))
 *     .withFingerprint(Fingerprint.ofBytes(body))
 *     .committingTo(store, "main")
 * }</pre>
 *
 * @param request its key; nothing if the client sent none
 * @param fingerprint of its payload
 * @param target where it commits, if to one reference
 * @param reconciler finds out about an earlier attempt what the reference does not tell
 * @param rebuilder makes outcomes from summaries
 * @param statusResolver tells on replays how the resource has fared since
 */
public record IdempotentCall(
    Optional<RequestKey> request,
    Fingerprint fingerprint,
    Optional<Target> target,
    Reconciliation.Reconciler reconciler,
    Outcome.Rebuilder rebuilder,
    Optional<ProcessingStatus.Resolver> statusResolver) {
  /** The reference that the request commits to. */
  public record Target(Store store, String reference) {}

  private static IdempotentCall of(Optional<RequestKey> request) {
    return new IdempotentCall(
        request,
        Fingerprint.none(),
        Optional.empty(),
        owner -> new Reconciliation.NotApplied(),
        summarized -> Optional.empty(),
        Optional.empty());
  }

  /** The call of {@code request}. */
  public static IdempotentCall of(RequestKey request) {
    return of(Optional.of(request));
  }

  /** A call without a key: the handler runs, and nothing else happens. */
  public static IdempotentCall withoutKey() {
    return of(Optional.empty());
  }

  /** The same with a fingerprint of the payload. */
  public IdempotentCall withFingerprint(Fingerprint of) {
    return new IdempotentCall(request, of, target, reconciler, rebuilder, statusResolver);
  }

  /**
   * The same, committing to {@code reference} by {@link Execution#commit(Store, String,
   * dev.cairn.api.store.Change)}. After a takeover the head of the reference is asked first whether
   * the request took effect; and before a failure is final, it is recorded there, so that an
   * earlier owner who is only slow can no longer succeed.
   */
  public IdempotentCall committingTo(Store store, String reference) {
    return new IdempotentCall(
        request,
        fingerprint,
        Optional.of(new Target(store, reference)),
        reconciler,
        rebuilder,
        statusResolver);
  }

  /** The same; {@code by} is asked after a takeover, if the reference does not tell. */
  public IdempotentCall reconciling(Reconciliation.Reconciler by) {
    return new IdempotentCall(request, fingerprint, target, by, rebuilder, statusResolver);
  }

  /** The same with a way to make outcomes from summaries. */
  public IdempotentCall rebuilding(Outcome.Rebuilder by) {
    return new IdempotentCall(request, fingerprint, target, reconciler, by, statusResolver);
  }

  /** The same, with the state of the resource told on replays. */
  public IdempotentCall resolvingStatus(ProcessingStatus.Resolver by) {
    return new IdempotentCall(request, fingerprint, target, reconciler, rebuilder, Optional.of(by));
  }
}
