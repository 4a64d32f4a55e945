package dev.cairn.benchmarks;

import dev.cairn.api.Scope;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.PageCache;
import java.util.concurrent.Executor;

/** System properties of the index benchmarks, to try other limits. */
final class IndexSettings {
  private IndexSettings() {}

  static IndexLimits limits() {
    IndexLimits usual = IndexLimits.DEFAULT;
    return new IndexLimits(
        Integer.getInteger("embedded", usual.embeddedBytes()),
        Integer.getInteger("leaf", usual.leafBytes()),
        Integer.getInteger("buffer", usual.bufferBytes()),
        Integer.getInteger("fanout", usual.fanout()));
  }

  /** A cache of pages with a bound in bytes, as the engine has it. */
  static PageCache cache(long maxBytes, Executor executor) {
    return new ObjectCache(maxBytes, executor).pages(Scope.SYSTEM);
  }

  /** Whether the cache drops replaced pages; {@code false} shows the effect of that. */
  static boolean forgets() {
    return Boolean.parseBoolean(System.getProperty("forget", "true"));
  }

  static double scale() {
    return Double.parseDouble(System.getProperty("scale", "1"));
  }
}
