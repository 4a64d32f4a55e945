package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.core.internal.head.StoredValue;

/** Values of indexes as people read them. */
final class IndexValues {
  private IndexValues() {}

  /** The object it refers to, the bytes it has, or both. */
  static String text(StoredValue value) {
    if (value.reference() == null) {
      return bytes(value.payload());
    }
    return value.payload().isEmpty()
        ? value.reference().toString()
        : value.reference() + " " + bytes(value.payload());
  }

  private static String bytes(Bytes payload) {
    return "0x" + payload.toHex();
  }
}
