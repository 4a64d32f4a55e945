package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/** The pages of a scope: remembered ones from the cache, all others from the source. */
public final class Pages {
  private final PageSource source;
  private final PageCache cache;
  private final LongFunction<? extends CairnException> missing;

  /** Reads from {@code source} what {@code cache} does not have. */
  public Pages(PageSource source, PageCache cache) {
    this(source, cache, MissingPageException::new);
  }

  private Pages(
      PageSource source, PageCache cache, LongFunction<? extends CairnException> missing) {
    this.source = source;
    this.cache = cache;
    this.missing = missing;
  }

  /** The same pages, for readers who know what it means if one is missing: what to throw then. */
  public Pages explaining(LongFunction<? extends CairnException> whyMissing) {
    return new Pages(source, cache, whyMissing);
  }

  /**
   * The page with this ID. Levels go down by one at every step, so that no bytes, however damaged,
   * can lead a reader around in circles.
   */
  Page page(long id, int level) {
    Page known = cache.get(id);
    if (known == null) {
      return pages(List.of(id), level).get(0);
    }
    return checkLevel(id, known, level);
  }

  /** The pages with these IDs, in their order, by at most one fetch. */
  List<Page> pages(List<Long> ids, int level) {
    Map<Long, Page> found = new HashMap<>();
    Set<Long> unknown = new LinkedHashSet<>();
    for (Long id : ids) {
      Page known = cache.get(id);
      if (known != null) {
        found.put(id, known);
      } else {
        unknown.add(id);
      }
    }
    if (!unknown.isEmpty()) {
      fetch(unknown, found);
    }
    List<Page> pages = new ArrayList<>(ids.size());
    for (Long id : ids) {
      Page page = found.get(id);
      if (page == null) {
        throw missing.apply(id);
      }
      pages.add(checkLevel(id, page, level));
    }
    return pages;
  }

  boolean isCached(long id) {
    return cache.get(id) != null;
  }

  /** Remembers a page that was just made, so that nobody has to fetch it. */
  void remember(long id, byte[] data) {
    cache.put(id, Page.ofWritten(data));
  }

  /**
   * Lets go of pages that the newest head has replaced, {@link IndexSet.Spilled#replaced}. Nothing
   * breaks if this is not called, or called too early: a page that is needed after all is fetched.
   * But a cache that is full of such pages drops new ones before they are read for the first time,
   * as it takes what was read often for what will be.
   */
  public void forget(Collection<Long> replaced) {
    replaced.forEach(cache::forget);
  }

  private void fetch(Set<Long> unknown, Map<Long, Page> found) {
    Map<Long, Bytes> fetched = source.fetch(unknown);
    for (Long id : unknown) {
      Bytes bytes = fetched.get(id);
      if (bytes != null) {
        Page page = Page.open(id, bytes);
        cache.put(id, page);
        found.put(id, page);
      }
    }
  }

  private static Page checkLevel(long id, Page page, int level) {
    if (page.level() != level) {
      throw new DamagedDataException(
          "index page %016x is of level %d where level %d was expected"
              .formatted(id, page.level(), level));
    }
    return page;
  }
}
