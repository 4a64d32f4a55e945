package dev.cairn.core.index;

import dev.cairn.api.Bytes;

/**
 * A page that has to be written before a head that needs it.
 *
 * @param id the page's ID, from the supplier given to the operation that made the page
 * @param bytes what to store under the ID
 */
public record IndexPage(long id, Bytes bytes) {}
