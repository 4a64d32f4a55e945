package dev.cairn.core.index;

import org.jspecify.annotations.Nullable;

/**
 * Keeps opened pages. Pages never change and their IDs are never used again, so nothing is ever
 * invalid; a cache may forget whatever it likes, whenever it likes.
 */
public interface PageCache {
  /** The page with this ID, if it is remembered. */
  @Nullable Page get(long id);

  /** Remembers a page. */
  void put(long id, Page page);

  /** Told of a page that only older heads still need, so that it takes no room from the others. */
  void forget(long id);
}
