package dev.cairn.core.internal.index;

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
import org.jspecify.annotations.Nullable;

/** Pages of a scope: from the cache, or else from the source. */
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

  /** The same pages, for readers that supply the exception for a missing page. */
  public Pages explaining(LongFunction<? extends CairnException> whyMissing) {
    return new Pages(source, cache, whyMissing);
  }

  /**
   * The page with this ID. Levels decrease by one at every step, so that damaged bytes cannot lead
   * a reader into a cycle.
   */
  Page page(long id, int level) {
    Page known = find(id, level);
    return known == null ? pages(List.of(id), level).get(0) : known;
  }

  /** The page with this ID, if it is cached. */
  @Nullable Page find(long id, int level) {
    Page known = cache.get(id);
    return known == null ? null : checkLevel(id, known, level);
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

  /** Caches a new page, so that it need not be fetched. */
  void remember(long id, byte[] data) {
    cache.put(id, Page.ofWritten(data));
  }

  /**
   * Drops pages that the newest head has replaced, {@link IndexSet.Spilled#replaced}, from the
   * cache. Nothing breaks if this is not called, or called too early: a page that is still needed
   * is fetched. But a cache full of replaced pages evicts new ones before they are first read,
   * since it prefers pages that were read often.
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
          "index page %016x has level %d where level %d was expected"
              .formatted(id, page.level(), level));
    }
    return page;
  }
}
