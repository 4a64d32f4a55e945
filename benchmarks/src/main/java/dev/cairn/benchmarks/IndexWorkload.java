package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keys like those of a catalog, about 100 bytes each: a warehouse, one of 100 namespaces, a table.
 * A key is computed from its number, so that no list of keys takes memory. The hexadecimal digits
 * are random, so the order of numbers is a random order of keys.
 */
public final class IndexWorkload {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final long FIRST_ID = 0x0123_4567_89ab_0000L;

  private final int size;
  private final SplittableRandom random = new SplittableRandom(42);
  private long ids = FIRST_ID;

  IndexWorkload(int size) {
    this.size = size;
  }

  Bytes key(int number) {
    return Key.of(name(number).toArray(String[]::new));
  }

  /** The elements of the key with this number: warehouse, namespace, table. */
  public static List<String> name(int number) {
    SplittableRandom digits = new SplittableRandom(number);
    String namespace = Integer.toString(10_000 + digits.nextInt(100)).substring(1);
    StringBuilder table = new StringBuilder("table_");
    long bits = 0;
    for (int i = 0; i < 69; i++) {
      bits = i % 16 == 0 ? digits.nextLong() : bits >>> 4;
      table.append(HEX[(int) (bits & 15)]);
    }
    return List.of("warehouse", "namespace_" + namespace, table.toString());
  }

  /** Which of the 100 namespaces a key is in. */
  public static int namespace(int number) {
    return new SplittableRandom(number).nextInt(100);
  }

  Bytes randomKey() {
    return key(random.nextInt(size));
  }

  Bytes[] randomKeys(int count) {
    Bytes[] keys = new Bytes[count];
    for (int i = 0; i < count; i++) {
      keys[i] = randomKey();
    }
    return keys;
  }

  /** IDs like snowflakes: each slightly larger than the one before. */
  ObjectRef nextValue() {
    ids += 1 + random.nextInt(1 << 22);
    return new ObjectRef("table", ids);
  }
}
