package dev.cairn.benchmarks;

import dev.cairn.core.index.IndexLimits;

/** What the index benchmarks can be told by system properties, to try other limits. */
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

  /** Whether the cache is told of replaced pages; without, one sees what that is good for. */
  static boolean forgets() {
    return Boolean.parseBoolean(System.getProperty("forget", "true"));
  }

  static double scale() {
    return Double.parseDouble(System.getProperty("scale", "1"));
  }
}
