package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a table as a sequence of texts.
 *
 * <p>Most are those of the stored objects, which the cache holds: a table is put together without
 * copying them, and each is encoded into the place where it is needed.
 */
public final class TableText {
  /** What stays free on either side of an exported text, for what an answer has around it. */
  private static final int ROOM = 512;

  private final List<Part> parts;
  private @Nullable Utf8 exported;

  private TableText(List<Part> parts) {
    this.parts = parts;
  }

  private record Part(String text, int from, int to) {
    void writeTo(OutputStream out) throws IOException {
      byte[] whole = text.getBytes(StandardCharsets.UTF_8);
      if (whole.length == text.length()) { // a byte for each character
        out.write(whole, from, to - from);
      } else {
        out.write(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Bytes that are handed on without a copy. */
  private static final class Utf8 extends ByteArrayOutputStream {
    Utf8(int expected) {
      super(expected);
    }

    @Override
    public void write(byte[] bytes) {
      write(bytes, 0, bytes.length);
    }

    Bytes from(int start) {
      return Bytes.wrap(buf).slice(start, count);
    }

    void writeFrom(int start, OutputStream out) throws IOException {
      out.write(buf, start, count - start);
    }

    /** Adds {@code before} and {@code after} to the text that begins after {@link #ROOM}. */
    Bytes around(byte[] before, byte[] after) {
      write(after);
      System.arraycopy(before, 0, buf, ROOM - before.length, before.length);
      return from(ROOM - before.length);
    }
  }

  /** The number of characters. */
  public long length() {
    return parts.stream().mapToLong(part -> part.to - part.from).sum();
  }

  /** Writes the text in UTF-8, part by part. */
  public void writeTo(OutputStream out) throws IOException {
    for (Part part : parts) {
      part.writeTo(out);
    }
  }

  /** Writes the text in UTF-8 by one call, and keeps it for the next {@link #toUtf8}. */
  public void export(OutputStream out) throws IOException {
    Utf8 encoded = new Utf8(Math.toIntExact(length() + 2 * ROOM));
    encoded.write(new byte[ROOM]);
    writeTo(encoded);
    encoded.writeFrom(ROOM, out);
    synchronized (this) {
      exported = encoded;
    }
  }

  /** The text in UTF-8, between two others. */
  public Bytes toUtf8(String before, String after) {
    byte[] head = before.getBytes(StandardCharsets.UTF_8);
    byte[] tail = after.getBytes(StandardCharsets.UTF_8);
    Utf8 encoded = head.length <= ROOM ? takeExported() : null;
    if (encoded != null) {
      return encoded.around(head, tail);
    }
    Utf8 all = new Utf8(Math.toIntExact(head.length + length() + tail.length));
    all.write(head);
    try {
      writeTo(all);
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory takes everything", e);
    }
    all.write(tail);
    return all.from(0);
  }

  // Once: an answer that was given away must not change.
  private synchronized @Nullable Utf8 takeExported() {
    Utf8 found = exported;
    exported = null;
    return found;
  }

  /** The whole text, copied. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder(Math.toIntExact(length()));
    parts.forEach(part -> all.append(part.text, part.from, part.to));
    return all.toString();
  }

  /** Collects the parts of a JSON document. */
  static final class Builder {
    private final List<Part> parts = new ArrayList<>(64);

    Builder append(String text) {
      return append(text, 0, text.length());
    }

    Builder append(String text, int from, int to) {
      if (from < to) {
        parts.add(new Part(text, from, to));
      }
      return this;
    }

    /** Appends an element of a list or object, and the comma before it; nothing if it is empty. */
    Builder element(String text, int from) {
      if (from < text.length()) {
        char last = last();
        if (last != '[' && last != '{') {
          append(",");
        }
        append(text, from, text.length());
      }
      return this;
    }

    private char last() {
      Part part = parts.get(parts.size() - 1);
      return part.text.charAt(part.to - 1);
    }

    TableText build() {
      return new TableText(List.copyOf(parts));
    }
  }
}
