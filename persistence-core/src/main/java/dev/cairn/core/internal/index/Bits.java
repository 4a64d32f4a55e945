package dev.cairn.core.internal.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads of eight bytes at once. */
final class Bits {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bits() {}

  static long getLong(byte[] data, int from) {
    return (long) LONG.get(data, from);
  }
}
