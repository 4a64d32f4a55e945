package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.LogEntry;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a change says of itself for the log, within bounds. */
final class LogText {
  private final SortedMap<String, String> attributes = new TreeMap<>();
  private String message = "";
  private int attributeBytes;

  void setMessage(String text) {
    check("a message", Bytes.ofUtf8(text).length());
    message = text;
  }

  void setAttribute(String name, String value) {
    String replaced = attributes.get(name);
    int length =
        attributeBytes
            + Bytes.ofUtf8(value).length()
            + (replaced == null ? Bytes.ofUtf8(name).length() : -Bytes.ofUtf8(replaced).length());
    check("all attributes together", length);
    attributeBytes = length;
    attributes.put(name, value);
  }

  private static void check(String what, int length) {
    if (length > LogEntry.MAX_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "%s may have %d bytes in the log, not %d; put what is larger into an object"
              .formatted(what, LogEntry.MAX_TEXT_BYTES, length));
    }
  }

  String message() {
    return message;
  }

  SortedMap<String, String> attributes() {
    return Collections.unmodifiableSortedMap(attributes);
  }

  /** About how many bytes all of it takes. */
  int bytes() {
    return message.length() + attributeBytes;
  }
}
