/**
 * Requests that take effect once, implemented once for all backends.
 *
 * <p>Each key has a record: an updateable object named by principal, operation and resource ({@link
 * dev.cairn.api.idempotency.RequestKey}). {@link
 * dev.cairn.core.internal.idempotency.EngineIdempotencyStore} reserves, finishes and purges
 * records; the lease in a record is one of {@link dev.cairn.core.internal.lease}, so that all
 * writes of an owner are fenced. {@code RecordTimes} derives the answer from the record it finds,
 * by the table in {@link dev.cairn.api.idempotency.IdempotencyStore#reserve}. An outcome that is
 * too large for a row is stored in {@code RecordPart}s beside the record.
 *
 * <p>{@link dev.cairn.core.internal.idempotency.EngineIdempotentExecutor} is the whole flow around
 * a handler. The head of the reference, not the record, guarantees that nothing is applied twice:
 * see {@code AppliedKeys} in {@link dev.cairn.core.internal.store}. The record makes repetitions
 * fast, and names the current owner.
 *
 * <p>{@link dev.cairn.core.internal.idempotency.PeriodicPurge} deletes records past their time, as
 * a task that one process at a time does, unless the database expires rows itself.
 */
@NullMarked
package dev.cairn.core.internal.idempotency;

import org.jspecify.annotations.NullMarked;
