package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.CommitKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The right to execute one request while its lease is renewed.
 *
 * <p>All changes are fenced: after a takeover by another owner, no call here can change the record.
 *
 * <p>Methods throw {@link dev.cairn.api.BackendUnavailableException} if the database did not answer
 * and nothing was changed.
 */
public interface Ownership {
  /** The request. */
  RequestKey request();

  /** When the first attempt was accepted; the same for all attempts. */
  Instant acceptedAt();

  /**
   * The latest time at which commits of this request may start: first acceptance plus lifetime.
   * Heartbeats do not extend it.
   */
  Instant deadline();

  /** Whether an earlier owner started the request and may have had an effect. */
  boolean isTakeover();

  /** The key for a commit of this request; {@code step} distinguishes several commits. */
  CommitKey commitKey(String step);

  /**
   * Encodes {@code outcome} in the form that heads store as the result of this request, for {@link
   * dev.cairn.api.store.Store#recordFailure}. A large outcome is first stored beside the record,
   * and the head gets a marker that refers to it.
   *
   * @return at most {@value CommitKey#MAX_RESULT_BYTES} bytes
   * @throws IllegalArgumentException if {@code outcome} is a 5xx: heads keep none
   * @throws dev.cairn.api.UnknownOutcomeException if it is unknown whether all of it is stored
   */
  Bytes encode(Outcome outcome);

  /**
   * Decodes an outcome from a head, {@linkplain #encode encoded} by any owner of this request.
   *
   * @return empty if it was too large to store, or if the part stored beside the record is gone
   */
  Optional<Outcome> decode(Bytes kept);

  /** Extends the lease from now. */
  Kept heartbeat();

  /**
   * Ends the request with {@code outcome}, which answers all repetitions from now on.
   *
   * @return {@link Kept.Done} if this outcome, or one finalized earlier by another thread of this
   *     owner, is stored
   * @throws IllegalArgumentException if {@code outcome} is a 5xx; nothing is stored
   */
  Kept finish(Outcome outcome);

  /**
   * Ends the request like {@link #finish}, with an outcome that a head keeps under its key. If a
   * machine loses power before the record is durable, the next attempt finds the outcome there.
   */
  default Kept finishApplied(Outcome outcome) {
    return finish(outcome);
  }

  /**
   * Ends the request as if it had not been sent, because it certainly had no effect. After a
   * takeover it is {@linkplain #abandon abandoned} instead: an earlier owner may still take effect.
   */
  Kept release();

  /** Ends the lease and leaves the request open, because its effect is unknown. */
  Kept abandon();

  /** The result of a change of the record. */
  sealed interface Kept {
    /** The change was applied. */
    record Done() implements Kept {}

    /** Another owner took the request over, or the record is gone; it can no longer be changed. */
    record Lost() implements Kept {}

    /** The outcome of the change is unknown. */
    record Unknown(Throwable cause) implements Kept {}
  }
}
