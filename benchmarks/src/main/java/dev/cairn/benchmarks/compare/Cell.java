package dev.cairn.benchmarks.compare;

import java.util.Locale;

/**
 * One measurement of both sides.
 *
 * @param workload the number of the table it is in
 * @param keys how many keys there are before
 * @param nessie whether Nessie does it too
 * @param count the number of objects to fetch, requests to replay or first commits
 */
record Cell(
    int workload, Storage storage, Work work, int keys, int threads, boolean nessie, int count) {
  private static final int CACHE_MB = 1_024;
  private static final int COLD_CACHE_MB = 1;

  /** The cache size of each side. */
  int cacheMb() {
    return work.isCold() ? COLD_CACHE_MB : CACHE_MB;
  }

  /** The name under which its figures are kept. */
  String id() {
    return "%d-%s-%s-%d-%d"
        .formatted(workload, storage, work, keys, threads)
        .toLowerCase(Locale.ROOT);
  }
}
