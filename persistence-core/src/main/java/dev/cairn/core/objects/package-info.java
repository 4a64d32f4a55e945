/**
 * Typed objects on rows.
 *
 * <p>{@link dev.cairn.core.objects.ImmutableObjects} writes values once, under new IDs, in bulk,
 * and cuts what is too large for a row into chunks. {@link
 * dev.cairn.core.objects.UpdateableObjects} changes values by compare-and-swap: a caller reads a
 * {@link dev.cairn.core.objects.Versioned} value, offers the next one, and is told one of three
 * things by an {@link dev.cairn.core.objects.Update}.
 *
 * <p>Before a caller hears of a change whose reply was lost, {@link dev.cairn.core.settle} finds
 * out what became of it, from the token the object has and the one it had before; "unknown" is the
 * answer only where these cannot tell. Leases, tasks and idempotency records all stand on this.
 */
@NullMarked
package dev.cairn.core.objects;

import org.jspecify.annotations.NullMarked;
