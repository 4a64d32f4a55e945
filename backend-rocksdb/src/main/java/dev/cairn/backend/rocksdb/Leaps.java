package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.api.spi.ScanBound;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leads a scan of objects from the first number beyond its bound to the next type. Keys are read
 * once for each type, others are compared as bytes. For one scan, of one thread.
 */
final class Leaps implements Function<Bytes, Optional<Bytes>> {
  private final ScanBound bound;
  private Bytes prefix = Bytes.empty();
  private Bytes last = Bytes.empty();
  private Bytes end = Bytes.empty();

  Leaps(ScanBound bound) {
    this.bound = bound;
  }

  @Override
  public Optional<Bytes> apply(Bytes key) {
    if (bound.newestId() == Long.MAX_VALUE) {
      return Optional.empty();
    }
    if (prefix.isEmpty() || !key.startsWith(prefix)) {
      enter(RowKeys.decodeObjectKey(key));
    }
    boolean isBeyond = key.length() == last.length() && key.compareTo(last) > 0;
    return isBeyond ? Optional.of(end) : Optional.empty();
  }

  private void enter(ObjectKey key) {
    prefix = RowKeys.prefix(key.scope(), key.type());
    end = RowKeys.end(key.scope(), key.type());
    byte[] bytes = new byte[prefix.length() + Long.BYTES];
    prefix.copyTo(bytes, 0);
    ByteBuffer.wrap(bytes).putLong(prefix.length(), bound.newestId());
    last = Bytes.wrap(bytes);
  }
}
