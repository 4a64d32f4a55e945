package dev.cairn.api.idempotency;

import dev.cairn.api.Scope;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The idempotency records of all scopes, for operators.
 *
 * <p>{@link #each} and {@link #purge} scan the database; no request path should call them.
 */
public interface IdempotencyRecords {
  /**
   * Passes records to {@code visitor}, in no particular order, until it returns false.
   *
   * @param scope the scope to scan; empty for the whole database
   * @return the number of damaged rows that were skipped
   */
  long each(Optional<Scope> scope, Predicate<Found> visitor);

  /**
   * The record of the request named {@code name}.
   *
   * @throws dev.cairn.api.DamagedDataException if it is damaged
   */
  Optional<Found> find(Scope scope, String name);

  /** A purge of expired records of {@code scope}, or of the whole database if empty. */
  Purge purge(Optional<Scope> scope);

  /**
   * A record.
   *
   * @param name principal, operation, resource and key of the request
   * @param isOver whether it has expired, so that the next purge deletes it
   * @param bytes the size of its row
   * @param parts the number of further rows that hold its outcome
   * @param outcome the outcome, if the request has ended and its own row holds the outcome
   */
  record Found(
      Scope scope,
      String name,
      IdempotencyStore.RecordInfo info,
      boolean isOver,
      long bytes,
      int parts,
      Optional<Outcome> outcome) {}

  /** A purge in progress. */
  interface Purge {
    /** Examines up to {@code atMost} rows, continuing where the last call stopped. */
    IdempotencyStore.Purged run(int atMost);
  }
}
