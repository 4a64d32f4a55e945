package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.core.internal.head.StoredValue;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * List of the keys that were applied last. Adding a key copies a kilobyte; an index would be
 * decoded and encoded for each. Keys therefore move to indexes many at a time. A run has the same
 * form.
 *
 * @param bytes for each key: the exponent of its slice, its place there, its value; then an end
 *     marker, which lists from before {@link KeyRuns} do not have. A release that does not know
 *     runs fails at the marker, instead of missing the keys in runs.
 */
record RecentKeys(Bytes bytes) {
  private static final int END = 0xFF;

  /** An empty list, where some keys are in runs. */
  static final RecentKeys NONE = new RecentKeys(new ByteWriter(1).putByte(END).toBytes());

  /** How many bytes a list may have; beyond that, all its keys become {@link KeyRuns}. */
  static final int MOST_BYTES = 1 << 10;

  static RecentKeys of(@Nullable Bytes bytes) {
    return new RecentKeys(bytes == null ? Bytes.empty() : bytes);
  }

  /** The value of the key at {@code place}, or null. */
  @Nullable StoredValue find(AppliedKeys.Place place) {
    ByteReader in = reader();
    int exponent;
    while ((exponent = nextExponent(in)) != END) {
      Bytes key = in.getBytes(AppliedKeys.KEY_BYTES);
      Bytes payload = in.getSized();
      if (key.equals(place.key()) && exponent == place.exponent()) {
        return new StoredValue(null, payload);
      }
    }
    return null;
  }

  /** These and {@code added}. */
  RecentKeys plus(Map<AppliedKeys.Place, StoredValue> added) {
    ByteWriter out =
        new ByteWriter(bytes.length() + 64 * added.size()).putBytes(bytes.slice(0, end()));
    added.forEach(
        (place, value) ->
            out.putByte(place.exponent()).putBytes(place.key()).putSized(value.payload()));
    return new RecentKeys(out.putByte(END).toBytes());
  }

  /** Hands all of them to {@code each}. */
  void forEach(BiConsumer<AppliedKeys.Place, StoredValue> each) {
    ByteReader in = reader();
    int exponent;
    while ((exponent = nextExponent(in)) != END) {
      Bytes key = in.getBytes(AppliedKeys.KEY_BYTES);
      each.accept(new AppliedKeys.Place(exponent, key), new StoredValue(null, in.getSized()));
    }
  }

  // The last byte alone does not identify the marker: a value may end with any byte.
  private int end() {
    ByteReader in = reader();
    int at = 0;
    while (nextExponent(in) != END) {
      Bytes unused = in.getBytes(AppliedKeys.KEY_BYTES);
      unused = in.getSized();
      at = in.position();
    }
    return at;
  }

  private static int nextExponent(ByteReader in) {
    int next = in.remaining() == 0 ? END : in.getByte();
    if (next == END) {
      in.expectEnd();
    }
    return next;
  }

  private ByteReader reader() {
    return new ByteReader("a list of applied keys", bytes);
  }
}
