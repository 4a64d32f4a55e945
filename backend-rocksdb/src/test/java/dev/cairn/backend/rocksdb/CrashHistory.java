package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What {@link CrashLoad} said it tried and was told, over all its lives. */
final class CrashHistory {
  /** The last acknowledged row of each reference and updateable object, and the one on its way. */
  private final Map<String, String> acknowledged = new HashMap<>();

  private final Map<String, String> tried = new HashMap<>();
  private long writes;

  static long head(int thread, long version) {
    return ((long) thread << 40) | (version << 8);
  }

  /** The objects of a head, itself first. */
  static List<ObjectRow> objects(long head) {
    Random random = new Random(head);
    List<ObjectRow> rows = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      rows.add(Rows.object(head + i, random.nextInt(CrashLoad.MOST_BYTES)));
    }
    return rows;
  }

  long writes() {
    return writes;
  }

  /** Takes in one line that the program wrote. */
  void add(String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "opening" -> {}
      case "try-ref", "try-lease" -> tried.put(rowOf(words), words[2]);
      case "ref", "lease" -> {
        acknowledged.put(rowOf(words), words[2]);
        writes++;
      }
      default -> fail("the program said: " + line);
    }
  }

  private static String rowOf(String[] words) {
    return words[0].replace("try-", "") + "-" + words[1];
  }

  /** Checks that the store is what was acknowledged, or one step further where one was tried. */
  void check(Backend backend) {
    for (int thread = 0; thread < CrashLoad.THREADS; thread++) {
      checkReference(backend, thread);
      checkLease(backend, thread);
    }
  }

  private void checkReference(Backend backend, int thread) {
    String name = "ref-" + thread;
    Optional<ReferenceRow> found = Rows.read(backend, name);
    String there = found.map(row -> row.version() + " " + row.token()).orElse("nothing");
    String last = acknowledged.get(name);
    if (last == null && (found.isEmpty() || found.get().version() == 1)) {
      return;
    }
    assertTrue(
        there.equals(last) || there.equals(tried.get(name)),
        () ->
            "%s: acknowledged is %s, tried was %s, there is %s"
                .formatted(name, last, tried.get(name), there));
    ReferenceRow row = found.orElseThrow();
    assertEquals(head(thread, row.version()), row.headId().orElseThrow());
    acknowledged.put(name, there);
    // All heads of this line, those of earlier rounds too.
    for (long version = 2; version <= row.version(); version++) {
      List<ObjectRow> objects = objects(head(thread, version));
      List<Optional<ObjectRow>> fetched =
          backend.fetch(objects.stream().map(ObjectRow::key).toList(), ReadMode.STRONG);
      assertEquals(objects.stream().map(Optional::of).toList(), fetched, name + " at " + version);
    }
  }

  private void checkLease(Backend backend, int thread) {
    String name = "lease-" + thread;
    Optional<ObjectRow> found = Rows.read(backend, Rows.updateable(name, Bytes.empty()).key());
    String there =
        found
            .map(row -> row.token().orElseThrow() + " " + row.value().hashCode())
            .orElse("nothing");
    String last = acknowledged.getOrDefault(name, "nothing");
    assertTrue(
        there.equals(last) || there.equals(tried.get(name)),
        () ->
            "%s: acknowledged is %s, tried was %s, there is %s"
                .formatted(name, last, tried.get(name), there));
    if (found.isPresent()) {
      acknowledged.put(name, there);
    }
  }
}
