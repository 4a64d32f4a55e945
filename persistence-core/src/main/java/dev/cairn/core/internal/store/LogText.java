package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.LogEntry;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Message and attributes of a log entry, within bounds. */
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
          "%s may have at most %d bytes in the log, not %d; put larger data into an object"
              .formatted(what, LogEntry.MAX_TEXT_BYTES, length));
    }
  }

  String message() {
    return message;
  }

  SortedMap<String, String> attributes() {
    return Collections.unmodifiableSortedMap(attributes);
  }

  /** The approximate size of the text. */
  int bytes() {
    return message.length() + attributeBytes;
  }
}
