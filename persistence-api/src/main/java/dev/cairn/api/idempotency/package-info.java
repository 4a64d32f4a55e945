/**
 * Requests that may be sent more than once and take effect once.
 *
 * <p>A client gives a request an {@link dev.cairn.api.idempotency.IdempotencyKey} and repeats the
 * request with the same key when it heard no answer. A server makes a {@link
 * dev.cairn.api.idempotency.RequestKey} of it (who asks for which operation on what) and, if it
 * wants to notice a key used for two different things, a {@link
 * dev.cairn.api.idempotency.Fingerprint} of the payload.
 *
 * <p>{@link dev.cairn.api.idempotency.IdempotentExecutor} does the rest in one call: it reserves
 * the key, runs the handler, keeps the {@link dev.cairn.api.idempotency.Outcome}, and gives
 * repetitions that outcome. Under it is {@link dev.cairn.api.idempotency.IdempotencyStore}, one
 * record for each key, for servers that go their own way. Reserving answers with a {@link
 * dev.cairn.api.idempotency.Reservation}: the caller {@linkplain
 * dev.cairn.api.idempotency.Ownership owns} the request and executes it, or is given an answer.
 *
 * <p>An owner may die between its commit and the end of its record. Therefore the commit itself
 * carries the key ({@link dev.cairn.api.store.CommitKey}), and the head of the reference proves
 * what became of it: whoever takes a request over finds the result there, and an owner that was
 * only slow finds that somebody else was faster.
 */
@NullMarked
package dev.cairn.api.idempotency;

import org.jspecify.annotations.NullMarked;
