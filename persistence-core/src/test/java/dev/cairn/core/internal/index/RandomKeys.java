package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Keys that are often equal, often share prefixes, and have all the awkward bytes. */
final class RandomKeys {
  private static final byte[] ALPHABET = {0, 1, 2, 'a', 'b', (byte) 0x80, (byte) 0xff};

  private final Random random;

  RandomKeys(Random random) {
    this.random = random;
  }

  /** A name's key, or now and then bytes that are no name's key. */
  Bytes any() {
    if (random.nextInt(50) == 0) {
      return Bytes.wrap(element(5));
    }
    return Key.of(elements(random.nextInt(4)));
  }

  /** The beginning of some names' keys. */
  Bytes prefix() {
    return Key.of(elements(random.nextInt(2)));
  }

  /** More often than not, a key that is there. */
  Bytes known(NavigableMap<Bytes, ?> map) {
    Bytes key = any();
    @Nullable Bytes near = random.nextInt(10) < 6 ? map.floorKey(key) : null;
    return near == null ? key : near;
  }

  private List<Bytes> elements(int count) {
    List<Bytes> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = i == 2 && random.nextInt(30) == 0 ? 100 : 4;
      elements.add(Bytes.wrap(element(length)));
    }
    return elements;
  }

  private byte[] element(int maxLength) {
    byte[] element = new byte[random.nextInt(maxLength + 1)];
    for (int i = 0; i < element.length; i++) {
      element[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return element;
  }
}
