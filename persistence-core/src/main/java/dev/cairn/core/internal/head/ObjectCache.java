package dev.cairn.core.internal.head;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.index.Page;
import dev.cairn.core.internal.index.PageCache;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Cache of a process for one database: decoded objects, opened pages and heads, and the newest row
 * seen of each reference. All share one bound in bytes; what is evicted is read again.
 */
public final class ObjectCache {
  private static final int OVERHEAD = 200;
  private static final int STRIPES = 1024;

  private final Cache<Object, Object> cache;
  private final AtomicLongArray changes = new AtomicLongArray(STRIPES);

  // The number is in the key itself: every look-up compares it, and in a large cache each step to
  // another object waits for memory. The generated methods of records are compiled poorly: they
  // show up in profiles, and these do not.
  private record IdKey(long id, String kind, Scope scope) {
    @Override
    public boolean equals(Object other) {
      return other instanceof IdKey key
          && id == key.id
          && kind.equals(key.kind)
          && scope.equals(key.scope);
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(id) + kind.hashCode();
    }
  }

  private record NameKey(String name, Scope scope) {}

  private record UpdateableKey(String name, String type, Scope scope) {}

  /**
   * The newest row that was seen of a reference.
   *
   * @param row the row; never a tombstone
   * @param head the head it names; null if it has none
   * @param seenMicros a moment at which it was current
   */
  public record Seen(ReferenceRow row, @Nullable OpenHead head, long seenMicros) {
    int weight() {
      return 2048 + (head == null ? 0 : head.weight());
    }

    /** Whether this is a later state of the reference, or the same one seen later. */
    boolean isNewerOrLaterThan(Seen other) {
      int order = Long.compare(row.createdAtMicros(), other.row.createdAtMicros());
      if (order == 0) {
        order = Long.compare(row.version(), other.row.version());
      }
      return order != 0 ? order > 0 : seenMicros >= other.seenMicros;
    }
  }

  /** A cache of {@code maxBytes} that evicts on {@code executor}. */
  public ObjectCache(long maxBytes, Executor executor) {
    cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Object key, Object value) -> OVERHEAD + weigh(value))
            .executor(executor)
            .build();
  }

  private static int weigh(Object value) {
    if (value instanceof Page page) {
      return page.weight();
    } else if (value instanceof OpenHead head) {
      return head.weight();
    } else if (value instanceof Seen seen) {
      return seen.weight();
    } else if (value instanceof Bytes keys) {
      return keys.length();
    } else if (value instanceof CachedUpdateables.Known known) {
      return known.weight();
    }
    return ((CachedObjects.Remembered) value).weight();
  }

  /** The value of {@code kind} with this ID, if it is cached. */
  @Nullable Object get(Scope scope, String kind, long id) {
    return cache.getIfPresent(new IdKey(id, kind, scope));
  }

  /** Caches a value that never changes. */
  void put(Scope scope, String kind, long id, Object value) {
    cache.put(new IdKey(id, kind, scope), value);
  }

  /** The newest row seen of the reference {@code name}, if it is cached. */
  @Nullable Seen seen(Scope scope, String name) {
    return (Seen) cache.getIfPresent(new NameKey(name, scope));
  }

  /** Replaces the cached row of a reference atomically; null removes it. */
  void replaceSeen(Scope scope, String name, UnaryOperator<@Nullable Seen> next) {
    Object unused =
        cache
            .asMap()
            .compute(new NameKey(name, scope), (key, present) -> next.apply((Seen) present));
  }

  /** The updateable object, if it is cached. */
  CachedUpdateables.@Nullable Known updateable(Scope scope, String type, String name) {
    return (CachedUpdateables.Known) cache.getIfPresent(new UpdateableKey(name, type, scope));
  }

  /** A number that {@link #changedUpdateable} changes for this object, and for some others. */
  long updateableChanges(Scope scope, String type, String name) {
    return changes.get(stripe(new UpdateableKey(name, type, scope)));
  }

  /** Caches what was read, unless the object has been changed since {@code changesBefore}. */
  void putUpdateable(
      Scope scope, String type, String name, CachedUpdateables.Known read, long changesBefore) {
    UpdateableKey key = new UpdateableKey(name, type, scope);
    Object unused =
        cache
            .asMap()
            .compute(
                key, (same, present) -> changes.get(stripe(key)) == changesBefore ? read : present);
  }

  /** Drops an updateable object, and what readers of it that have begun would cache. */
  void changedUpdateable(Scope scope, String type, String name) {
    UpdateableKey key = new UpdateableKey(name, type, scope);
    long unused = changes.incrementAndGet(stripe(key));
    cache.invalidate(key); // waits for a reader that compares the number at this moment
  }

  private static int stripe(UpdateableKey key) {
    return Math.floorMod(key.hashCode(), STRIPES);
  }

  /** The pages of {@code scope} in this cache. */
  public PageCache pages(Scope scope) {
    return new PageCache() {
      @Override
      public @Nullable Page get(long id) {
        return (Page) ObjectCache.this.get(scope, Heads.PAGE_TYPE, id);
      }

      @Override
      public void put(long id, Page page) {
        ObjectCache.this.put(scope, Heads.PAGE_TYPE, id, page);
      }

      @Override
      public void forget(long id) {
        cache.invalidate(new IdKey(id, Heads.PAGE_TYPE, scope));
      }
    };
  }
}
