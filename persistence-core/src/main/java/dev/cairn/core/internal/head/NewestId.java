package dev.cairn.core.internal.head;

/**
 * Newest ID that a head needs: of its rows, pages and objects, and of those of all earlier heads.
 * It bounds exports, which scan objects in the order of their IDs.
 *
 * <p>A release that does not know this property copies it from head to head unchanged, although
 * newer objects are added. It therefore names its head, and has no meaning in another.
 *
 * @param version the version of the head it was written with
 * @param id the ID
 */
public record NewestId(long version, long id) {}
