package dev.cairn.core.index;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A cache of pages that holds a number of bytes. */
public final class CaffeinePageCache implements PageCache {
  private final Cache<Long, Page> pages;

  /** A cache of {@code maxBytes} that evicts on {@code executor}. */
  public CaffeinePageCache(long maxBytes, Executor executor) {
    this.pages =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Long id, Page page) -> page.weight())
            .executor(executor)
            .build();
  }

  @Override
  public @Nullable Page get(long id) {
    return pages.getIfPresent(id);
  }

  @Override
  public void put(long id, Page page) {
    pages.put(id, page);
  }

  @Override
  public void forget(long id) {
    pages.invalidate(id);
  }
}
