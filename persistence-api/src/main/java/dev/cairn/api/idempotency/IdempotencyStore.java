package dev.cairn.api.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The records of one scope: what is known of requests with a key. Usable by any number of threads,
 * in any number of processes.
 *
 * <p>A record lives for the lifetime of keys from its first acceptance, and a grace longer, for
 * repetitions that were sent in time and arrive late. Methods throw {@link
 * dev.cairn.api.BackendUnavailableException} if the database gave no answer and nothing was
 * changed, but perhaps a lease that nobody had any more when the call ended, and {@link
 * dev.cairn.api.UnknownOutcomeException} if nobody can tell what was.
 */
public interface IdempotencyStore {
  /**
   * Asks for a key: one conditional write, and no read where nobody has it.
   *
   * <table>
   * <caption>What is found, and the answer</caption>
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
   * Waits up to {@code patience} for somebody else's outcome. Changes nothing.
   *
   * @return the answer, {@link Reservation.InProgress} if there was none in time; nothing if nobody
   *     is at it (any more), so that it may be reserved
   */
  Optional<Reservation.Answer> await(
      RequestKey request, Fingerprint fingerprint, Duration patience);

  /** The record as it is, for operators. */
  Optional<RecordInfo> load(RequestKey request);

  /**
   * Deletes records of this scope that are past their time, looking at about {@code atMost} of
   * them; the next call goes on where this one stopped.
   */
  Purged purge(int atMost);

  /**
   * A record.
   *
   * @param isFinal whether it has ended
   * @param fingerprint of its payload
   * @param acceptedAt when it was first accepted
   * @param expiresAt when its lifetime ends
   * @param leaseUntil until when its owner has it, unless that renews
   * @param owner the process that has it or had it last, for operators
   * @param takeovers how often it changed hands
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
   * What a purge did.
   *
   * @param examined how many rows it looked at
   * @param deleted how many of them are gone
   * @param isComplete whether it came to the end, so that the next one begins anew
   */
  record Purged(long examined, long deleted, boolean isComplete) {}
}
