/**
 * What an application sees of an index: an ordered map from keys to values in one state of a
 * reference.
 *
 * <p>{@link dev.cairn.api.index.Key} makes keys of names of several elements. An {@link
 * dev.cairn.api.index.IndexView} answers for one key or for many, and lists an {@link
 * dev.cairn.api.index.IndexRange} of them as an {@link dev.cairn.api.index.IndexCursor}. A {@link
 * dev.cairn.api.index.ValueSerializer} says what values are: references to objects, small bytes, or
 * both.
 */
@NullMarked
package dev.cairn.api.index;

import org.jspecify.annotations.NullMarked;
