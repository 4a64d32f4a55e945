package dev.cairn.backend.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Splits the rows of one call into requests of limited size. */
final class Batches {
  private Batches() {}

  static <T> List<List<T>> of(List<T> all, int most) {
    return of(all, most, each -> 0, 1);
  }

  /** Splits also by size: a request ends when it has {@code mostBytes}. */
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
