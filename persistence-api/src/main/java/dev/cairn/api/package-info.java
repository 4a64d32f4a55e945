/**
 * The vocabulary of Cairn: keys, IDs, values and exceptions that all parts share.
 *
 * <p>A {@link dev.cairn.api.Scope} names the owner of data. Within a scope an {@link
 * dev.cairn.api.ObjectKey} names an object's row and a {@link dev.cairn.api.ReferenceKey} names a
 * reference's row. Immutable objects are written once under a new {@link dev.cairn.api.ObjectId}
 * and point at each other by {@link dev.cairn.api.ObjectRef}. References, and the few updateable
 * objects, change only by comparing and swapping a {@link dev.cairn.api.Token}.
 *
 * <p>All values are immutable and validated on construction, so receivers need not validate them
 * again. {@link dev.cairn.api.Bytes} carries raw bytes everywhere.
 */
@NullMarked
package dev.cairn.api;

import org.jspecify.annotations.NullMarked;
