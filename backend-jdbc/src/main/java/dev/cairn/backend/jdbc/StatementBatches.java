package dev.cairn.backend.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Splits what one call names into what one statement may. */
final class StatementBatches {
  private StatementBatches() {}

  /** At most {@code most} each, and fewer where a statement would get past {@code mostBytes}. */
  static <T> List<List<T>> of(List<T> all, int most, ToIntFunction<T> size, int mostBytes) {
    List<List<T>> batches = new ArrayList<>();
    int from = 0;
    while (from < all.size()) {
      int to = from;
      for (long bytes = 0; to < all.size() && to - from < most && bytes < mostBytes; to++) {
        bytes += size.applyAsInt(all.get(to));
      }
      batches.add(all.subList(from, to));
      from = to;
    }
    return batches;
  }
}
