/**
 * Typed objects, immutable and updateable, stored in rows.
 *
 * <p>{@link dev.cairn.core.internal.objects.ImmutableObjects} writes values once, under new IDs, in
 * bulk, and splits values that are too large for a row into chunks. {@link
 * dev.cairn.core.internal.objects.UpdateableObjects} changes values by compare-and-swap: a caller
 * reads a {@link dev.cairn.core.internal.objects.Versioned} value, offers the next one, and gets
 * one of three outcomes as an {@link dev.cairn.core.internal.objects.Update}.
 *
 * <p>When the reply to a change is lost, {@link dev.cairn.core.internal.settle} settles it before
 * the caller gets an outcome, from the token the object has and the one it had before; the outcome
 * is "unknown" only where these prove nothing. Leases, tasks and idempotency records are built on
 * this.
 */
@NullMarked
package dev.cairn.core.internal.objects;

import org.jspecify.annotations.NullMarked;
