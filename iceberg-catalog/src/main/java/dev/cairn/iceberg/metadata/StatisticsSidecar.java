package dev.cairn.iceberg.metadata;

import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Statistics and partition statistics of the snapshots of one leaf.
 *
 * @param table the statistics files
 * @param partition the partition statistics files
 */
record StatisticsSidecar(List<StatisticsElement> table, List<StatisticsElement> partition) {
  static final StatisticsSidecar NONE = new StatisticsSidecar(List.of(), List.of());

  /**
   * One statistics file.
   *
   * @param snapshot the ID of its snapshot
   * @param json the file as JSON
   */
  record StatisticsElement(long snapshot, String json) {}

  static StatisticsSidecar union(List<StatisticsSidecar> sidecars) {
    return new StatisticsSidecar(
        sidecars.stream().flatMap(each -> each.table().stream()).toList(),
        sidecars.stream().flatMap(each -> each.partition().stream()).toList());
  }

  boolean hasNone() {
    return table.isEmpty() && partition.isEmpty();
  }

  /** Those of the given snapshots. */
  StatisticsSidecar only(Set<Long> snapshots) {
    return without(id -> !snapshots.contains(id));
  }

  /** Those of other snapshots. */
  StatisticsSidecar without(LongPredicate snapshots) {
    return hasNone()
        ? this
        : new StatisticsSidecar(without(table, snapshots), without(partition, snapshots));
  }

  private static List<StatisticsElement> without(
      List<StatisticsElement> all, LongPredicate snapshots) {
    return all.stream().filter(each -> !snapshots.test(each.snapshot())).toList();
  }
}
