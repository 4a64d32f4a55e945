package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;

/**
 * A new page, to be written before the head that needs it.
 *
 * @param id the page's ID, from the supplier given to the operation that made the page
 * @param bytes the bytes to store under the ID
 */
public record IndexPage(long id, Bytes bytes) {}
