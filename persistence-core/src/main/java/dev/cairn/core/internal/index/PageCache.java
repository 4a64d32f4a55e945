package dev.cairn.core.internal.index;

import org.jspecify.annotations.Nullable;

/**
 * Cache of opened pages. Pages never change and their IDs are never used again, so no entry becomes
 * invalid; a cache may evict any page at any time.
 */
public interface PageCache {
  /** The page with this ID, if it is cached. */
  @Nullable Page get(long id);

  /** Caches a page. */
  void put(long id, Page page);

  /** Drops a page that only older heads still need, to make room for others. */
  void forget(long id);
}
