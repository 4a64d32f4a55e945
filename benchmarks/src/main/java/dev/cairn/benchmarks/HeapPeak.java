package dev.cairn.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * The peak heap usage since a moment: the sum of the peaks of all pools, garbage included. A
 * smaller {@code -Xmx} shows how much of it was garbage.
 */
final class HeapPeak {
  private final List<MemoryPoolMXBean> pools;

  private HeapPeak(List<MemoryPoolMXBean> pools) {
    this.pools = pools;
  }

  static HeapPeak begin() {
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
    return new HeapPeak(pools);
  }

  long bytes() {
    return pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}
