package dev.cairn.api.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.util.Optional;

/**
 * A range of index keys.
 *
 * @param from the first key, inclusive
 * @param to the upper bound, exclusive; empty if unbounded
 */
public record KeyRange(Bytes from, Optional<Bytes> to) {
  /** The range that contains only {@code key}. */
  public static KeyRange only(Bytes key) {
    return new KeyRange(key, Optional.of(Key.after(key)));
  }

  /** Whether this contains only {@link #from}. */
  public boolean isOne() {
    return to.equals(Optional.of(Key.after(from)));
  }

  @Override
  public String toString() {
    return isOne()
        ? from.toHex()
        : "[%s, %s)".formatted(from.toHex(), to.map(Bytes::toHex).orElse(""));
  }
}
