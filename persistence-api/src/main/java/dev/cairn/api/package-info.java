/**
 * The words of Cairn as types: what applications call and what is common to all parts.
 *
 * <p>A {@link dev.cairn.api.Scope} says whose data it is. Within a scope an {@link
 * dev.cairn.api.ObjectKey} names an object's row and a {@link dev.cairn.api.ReferenceKey} names a
 * reference's row. Immutable objects are written once under a new {@link dev.cairn.api.ObjectId}
 * and point at each other by {@link dev.cairn.api.ObjectRef}. References, and the few updateable
 * objects, change only by comparing and swapping a {@link dev.cairn.api.Token}.
 *
 * <p>Everything here is immutable and checked when it is made, so whoever receives one of these
 * values need not check it again. {@link dev.cairn.api.Bytes} is the one carrier of raw bytes.
 */
@NullMarked
package dev.cairn.api;

import org.jspecify.annotations.NullMarked;
