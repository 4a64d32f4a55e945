package dev.cairn.api.idempotency;

import dev.cairn.api.store.CommitKey;
import java.time.Instant;

/**
 * The right to execute one request, for as long as the lease is renewed. All changes are fenced:
 * once somebody took the request over, nothing here changes its record any more, however late.
 *
 * <p>Methods throw {@link dev.cairn.api.BackendUnavailableException} if nothing was done.
 */
public interface Ownership {
  /** The request. */
  RequestKey request();

  /** When the first attempt was accepted. All attempts have the same. */
  Instant acceptedAt();

  /**
   * Until when commits of this request may begin: first accepted plus lifetime. Heartbeats do not
   * move it.
   */
  Instant deadline();

  /** Whether somebody else began before, so that something may have been done. */
  boolean isTakeover();

  /** What a commit of this request carries; {@code step} tells several commits apart. */
  CommitKey commitKey(String step);

  /** Extends the lease from now. */
  Kept heartbeat();

  /**
   * Ends the request with {@code outcome}, which all repetitions are given from now on.
   *
   * @return {@link Kept.Done} if that, or what another thread of this owner finalized before, is
   *     stored
   */
  Kept finish(Outcome outcome);

  /**
   * Ends it as if it had not been sent, because certainly nothing was done. After a takeover it is
   * {@linkplain #abandon abandoned} instead: what this owner did not do, an earlier one may yet.
   */
  Kept release();

  /** Ends the lease and leaves the request open, because nobody knows whether it took effect. */
  Kept abandon();

  /** What came of a change of the record. */
  sealed interface Kept {
    /** It was made. */
    record Done() implements Kept {}

    /** Somebody took the request over, or it is gone; nothing can be changed any more. */
    record Lost() implements Kept {}

    /** Nobody knows. */
    record Unknown(Throwable cause) implements Kept {}
  }
}
