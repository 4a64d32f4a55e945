/**
 * Requests that take effect once, written once for all backends.
 *
 * <p>A record for each key is an updateable object, named by who asks for what ({@link
 * dev.cairn.api.idempotency.RequestKey}). {@link dev.cairn.core.idempotency.EngineIdempotencyStore}
 * reserves, finishes and purges records; the lease in a record is the one of {@link
 * dev.cairn.core.lease}, so that everything an owner writes is fenced. What is found in a record
 * decides the answer, in {@code RecordTimes}, as the table in {@link
 * dev.cairn.api.idempotency.IdempotencyStore#reserve} says. An outcome that is too large for a row
 * is in {@code RecordPart}s beside it.
 *
 * <p>{@link dev.cairn.core.idempotency.EngineIdempotentExecutor} is the whole flow around a
 * handler. That nothing is done twice rests on the head of the reference, not on the record: see
 * {@code AppliedKeys} in {@link dev.cairn.core.store}. The record makes repetitions quick, and says
 * who is at it.
 *
 * <p>{@link dev.cairn.core.idempotency.CanonicalJson} gives payloads fingerprints; {@link
 * dev.cairn.core.idempotency.Retention} and {@link dev.cairn.core.idempotency.Discovery} help to
 * choose and to tell how long keys are kept.
 */
@NullMarked
package dev.cairn.core.idempotency;

import org.jspecify.annotations.NullMarked;
