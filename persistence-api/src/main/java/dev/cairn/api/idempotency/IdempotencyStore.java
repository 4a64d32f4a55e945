package dev.cairn.api.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The idempotency records of one scope. Thread-safe, and shared by any number of processes.
 *
 * <p>A record lives for the lifetime of keys after its first acceptance, plus a grace for
 * repetitions that were sent in time and arrive late. Methods throw {@link
 * dev.cairn.api.BackendUnavailableException} if the database did not answer and nothing was
 * changed, except possibly a lease that had ended when the call returned, and {@link
 * dev.cairn.api.UnknownOutcomeException} if the effect is unknown. {@link #reserve} and {@link
 * #purge} throw {@link dev.cairn.api.ClockOffException} before any change if the clock of this
 * process is off: by such a clock, live requests of others look expired.
 */
public interface IdempotencyStore {
  /**
   * Reserves a key: one conditional write, and no read if the key is new.
   *
   * <table>
   * <caption>Results by record found</caption>
   * <tr><td>nothing, or past lifetime, grace and skew and no live lease</td>
   *   <td>{@link Reservation.Reserved}</td></tr>
   * <tr><td>final, same fingerprint</td><td>{@link Reservation.Replay}</td></tr>
   * <tr><td>any state, other fingerprint</td><td>{@link Reservation.KeyConflict}</td></tr>
   * <tr><td>in progress, lease alive</td><td>{@link Reservation.InProgress}</td></tr>
   * <tr><td>in progress, lease lapsed</td><td>{@link Reservation.TakenOver}</td></tr>
   * <tr><td>final, but the outcome cannot be produced</td>
   *   <td>{@link Reservation.ReplayFailed}</td></tr>
   * </table>
   */
  Reservation reserve(RequestKey request, Fingerprint fingerprint);

  /**
   * Reserves a key like {@link #reserve}, for a request whose only effects are commits. They go to
   * the database of the record. A machine that loses power before the first of them is durable may
   * lose the reservation, too: then the request was never received.
   */
  default Reservation reserveToCommit(RequestKey request, Fingerprint fingerprint) {
    return reserve(request, fingerprint);
  }

  /**
   * Waits up to {@code patience} for the outcome of another owner. Changes nothing.
   *
   * @return the answer, or {@link Reservation.InProgress} if there was none in time; empty if the
   *     request has no owner, so that it may be reserved
   */
  Optional<Reservation.Answer> await(
      RequestKey request, Fingerprint fingerprint, Duration patience);

  /** The record of {@code request}, for operators. */
  Optional<RecordInfo> load(RequestKey request);

  /**
   * Deletes expired records of this scope, examining about {@code atMost} rows; the next call
   * continues where this one stopped.
   */
  Purged purge(int atMost);

  /**
   * A record.
   *
   * @param isFinal whether the request has ended
   * @param fingerprint the fingerprint of its payload
   * @param acceptedAt when it was first accepted
   * @param expiresAt when its lifetime ends
   * @param leaseUntil when the owner's lease ends unless renewed
   * @param owner the process that owns it or owned it last, for operators
   * @param takeovers the number of takeovers
   */
  record RecordInfo(
      boolean isFinal,
      Fingerprint fingerprint,
      Instant acceptedAt,
      Instant expiresAt,
      Instant leaseUntil,
      String owner,
      int takeovers) {}

  /**
   * The result of a purge call.
   *
   * @param examined the number of rows examined
   * @param deleted the number of rows deleted
   * @param isComplete whether it reached the end, so that the next call starts over
   */
  record Purged(long examined, long deleted, boolean isComplete) {}
}
