package dev.cairn.core.internal.codec;

import dev.cairn.api.Bytes;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects what a generator flushes: a single buffer, unless the value is larger than the
 * generator's buffer. A single buffer is copied once; Jackson's own stream copies it twice.
 */
final class Collected extends OutputStream {
  private byte[] bytes = {};
  private int size;

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    if (size == 0) {
      bytes = Arrays.copyOfRange(from, offset, offset + length);
    } else {
      if (length > bytes.length - size) {
        bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, length), 2 * size));
      }
      System.arraycopy(from, offset, bytes, size, length);
    }
    size += length;
  }

  Bytes toBytes() {
    return Bytes.wrap(bytes).slice(0, size);
  }
}
