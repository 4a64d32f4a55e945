package dev.cairn.iceberg.metadata;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a table as a sequence of texts.
 *
 * <p>Long texts are those of the stored objects, which the cache holds: a table with a long history
 * is put together without copying it, and a response is written from it part by part.
 */
public final class TableText {
  private final List<Part> parts;
  private volatile byte @Nullable [] kept;

  private TableText(List<Part> parts) {
    this.parts = parts;
  }

  private record Part(String text, int from, int to) {
    byte[] utf8() {
      boolean isWhole = from == 0 && to == text.length();
      return (isWhole ? text : text.substring(from, to)).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The number of characters. */
  public long length() {
    return parts.stream().mapToLong(part -> part.to - part.from).sum();
  }

  /** Writes the text in UTF-8. */
  public void writeTo(OutputStream out) throws IOException {
    for (Part part : parts) {
      out.write(part.utf8());
    }
  }

  /**
   * The text in UTF-8, which is kept: for one that is used more than once. The caller must not
   * change it.
   */
  public byte[] utf8() {
    byte[] all = kept;
    if (all == null) {
      all = toUtf8("", "");
      kept = all;
    }
    return all;
  }

  /** The text in UTF-8, between two others. */
  public byte[] toUtf8(String before, String after) {
    byte[] whole = kept;
    List<byte[]> encoded = new ArrayList<>(parts.size() + 2);
    encoded.add(before.getBytes(StandardCharsets.UTF_8));
    if (whole == null) {
      parts.forEach(part -> encoded.add(part.utf8()));
    } else {
      encoded.add(whole);
    }
    encoded.add(after.getBytes(StandardCharsets.UTF_8));
    ByteBuffer all = ByteBuffer.allocate(encoded.stream().mapToInt(part -> part.length).sum());
    encoded.forEach(all::put);
    return all.array();
  }

  /** The whole text, copied. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder((int) length());
    parts.forEach(part -> all.append(part.text, part.from, part.to));
    return all.toString();
  }

  /** Collects the parts of a JSON document. */
  static final class Builder {
    /** Shorter texts are copied: a part for each would cost more. */
    private static final int SHARED_CHARACTERS = 1 << 10;

    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder copied = new StringBuilder(4 << 10);
    private char last;

    Builder append(String text) {
      return append(text, 0, text.length());
    }

    Builder append(String text, int from, int to) {
      if (from < to) {
        last = text.charAt(to - 1);
        if (to - from < SHARED_CHARACTERS) {
          copied.append(text, from, to);
        } else {
          flush();
          parts.add(new Part(text, from, to));
        }
      }
      return this;
    }

    /** Appends an element of a list or object, and the comma before it; nothing if it is empty. */
    Builder element(String text, int from) {
      if (from < text.length()) {
        if (last != '[' && last != '{') {
          copied.append(',');
        }
        append(text, from, text.length());
      }
      return this;
    }

    private void flush() {
      if (!copied.isEmpty()) {
        parts.add(new Part(copied.toString(), 0, copied.length()));
        copied.setLength(0);
      }
    }

    TableText build() {
      flush();
      return new TableText(List.copyOf(parts));
    }
  }
}
