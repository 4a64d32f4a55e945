package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import java.nio.ByteBuffer;
import java.util.Collection;

/**
 * Fingerprints of 32 bits each: they show that an ID is not in a leaf without reading the leaf.
 *
 * <p>A match proves nothing; the caller then reads the leaf. With 10,000 random IDs, one in 400,000
 * new IDs matches by chance.
 */
final class Prints {
  private Prints() {}

  static int of(long id) {
    return Long.hashCode(id);
  }

  static int of(String id) {
    return id.hashCode();
  }

  static Bytes pack(Collection<Integer> prints) {
    ByteBuffer packed = ByteBuffer.allocate(prints.size() * Integer.BYTES);
    prints.forEach(packed::putInt);
    return Bytes.wrap(packed.array());
  }

  static boolean contains(Bytes packed, int print) {
    ByteBuffer prints = packed.toByteBuffer();
    while (prints.hasRemaining()) {
      if (prints.getInt() == print) {
        return true;
      }
    }
    return false;
  }
}
