/**
 * Typed objects on rows.
 *
 * <p>{@link dev.cairn.core.objects.ImmutableObjects} writes values once, under new IDs, in bulk,
 * and cuts what is too large for a row into chunks. {@link
 * dev.cairn.core.objects.UpdateableObjects} changes values by compare-and-swap: a caller reads a
 * {@link dev.cairn.core.objects.Versioned} value, offers the next one, and is told one of three
 * things by an {@link dev.cairn.core.objects.Update}.
 *
 * <p>Between the two calls and the database stands the package-private {@code Settlement}. It finds
 * out what became of a write whose answer was lost, from the token the object has and the one it
 * had before, and says "unknown" only where these cannot tell. Leases, tasks and idempotency
 * records all stand on it.
 */
@NullMarked
package dev.cairn.core.objects;

import org.jspecify.annotations.NullMarked;
