/**
 * Idempotent requests: sent any number of times, they take effect once.
 *
 * <p>A client gives a request an {@link dev.cairn.api.idempotency.IdempotencyKey} and repeats the
 * request with the same key if it got no answer. A server combines it with principal, operation and
 * resource to a {@link dev.cairn.api.idempotency.RequestKey} and, to detect a key used for two
 * different requests, computes a {@link dev.cairn.api.idempotency.Fingerprint} of the payload, for
 * JSON with {@link dev.cairn.api.idempotency.CanonicalJson}.
 *
 * <p>{@link dev.cairn.api.idempotency.Idempotency} is the entry point. An {@link
 * dev.cairn.api.idempotency.IdempotentExecutor} does the rest in one call: it reserves the key,
 * runs the handler, stores the {@link dev.cairn.api.idempotency.Outcome}, and answers repetitions
 * with it. Below it, {@link dev.cairn.api.idempotency.IdempotencyStore} holds one record per key,
 * for servers with a flow of their own. Reserving a key returns a {@link
 * dev.cairn.api.idempotency.Reservation}: the caller {@linkplain
 * dev.cairn.api.idempotency.Ownership owns} the request and executes it, or gets an answer.
 * Operators list and purge records with {@link dev.cairn.api.idempotency.IdempotencyRecords}.
 * {@link dev.cairn.api.idempotency.IdempotencySettings} announce keys to clients, and {@link
 * dev.cairn.api.idempotency.Retention} helps to choose their lifetime.
 *
 * <p>An owner may die between its commit and the update of its record. Therefore the commit itself
 * carries the key ({@link dev.cairn.api.store.CommitKey}), and the head of the reference proves the
 * result: an owner that takes a request over finds the result there, and a slow earlier owner finds
 * that its key was already applied.
 */
@NullMarked
package dev.cairn.api.idempotency;

import org.jspecify.annotations.NullMarked;
