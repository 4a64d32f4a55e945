package dev.cairn.api.check;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.util.Optional;

/**
 * Keys of an index.
 *
 * @param from the first
 * @param to the first that does not belong to them; nothing if all further ones do
 */
public record KeyRange(Bytes from, Optional<Bytes> to) {
  /** Exactly {@code key}. */
  public static KeyRange only(Bytes key) {
    return new KeyRange(key, Optional.of(Key.after(key)));
  }

  /** Whether this is one key, {@link #from}. */
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
