package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** What can happen to stored bytes. */
@FunctionalInterface
interface Damage {
  byte[] to(byte[] bytes, Random random);

  static Arbitrary<Damage> any() {
    return Arbitraries.of(
        Damage::truncate, Damage::flipBits, Damage::overwrite, Damage::insert, Damage::replaceAll);
  }

  /** Up to three damages, one after the other, that {@code seed} repeats. */
  static Bytes damaged(Bytes bytes, Iterable<Damage> damages, long seed) {
    Random random = new Random(seed);
    byte[] result = bytes.toByteArray();
    for (Damage damage : damages) {
      result = damage.to(result, random);
    }
    return Bytes.wrap(result);
  }

  private static byte[] truncate(byte[] bytes, Random random) {
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  private static byte[] flipBits(byte[] bytes, Random random) {
    for (int i = 0; i <= random.nextInt(3) && bytes.length > 0; i++) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static byte[] overwrite(byte[] bytes, Random random) {
    int from = random.nextInt(bytes.length + 1);
    Arrays.fill(
        bytes, from, Math.min(bytes.length, from + 10), (byte) (random.nextBoolean() ? -1 : 0));
    return bytes;
  }

  private static byte[] insert(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length + 1);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
    longer[at] = (byte) random.nextInt();
    return longer;
  }

  private static byte[] replaceAll(byte[] bytes, Random random) {
    random.nextBytes(bytes);
    return bytes;
  }
}
