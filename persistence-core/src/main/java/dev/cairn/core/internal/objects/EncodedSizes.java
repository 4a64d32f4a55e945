package dev.cairn.core.internal.objects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How large the values that were encoded last are on average, by type. */
final class EncodedSizes {
  // The last value weighs as much as one of so many.
  private static final int MEMORY = 8;

  private final Map<String, Integer> expected = new ConcurrentHashMap<>();

  void note(String type, int bytes) {
    Integer before = expected.get(type);
    int now = before == null ? bytes : before + (bytes - before) / MEMORY;
    if (before == null || now != before) {
      expected.put(type, now);
    }
  }

  /** The average of {@code type}; 0 if there is none yet. */
  int expected(String type) {
    return expected.getOrDefault(type, 0);
  }
}
