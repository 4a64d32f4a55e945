package dev.cairn.api.spi;

import dev.cairn.api.ObjectKey;

/**
 * The upper bound of a scan of objects.
 *
 * <p>New rows sort after old ones, so without a bound a scan in key order could follow a busy
 * writer and never end.
 *
 * <p>A numeric ID contains its time of creation. The hash of a name does not, so named rows are
 * bounded by their creation time. The IDs of one type in one scope are either all numbers or all
 * names: a scan in key order leaves a type at the first number beyond the bound.
 *
 * @param newestId the last numeric ID to visit
 * @param createdAtMicros the latest creation time of named rows to visit, in microseconds since
 *     1970
 */
public record ScanBound(long newestId, long createdAtMicros) {
  /** No bound; for callers without concurrent writers, such as tests. */
  public static final ScanBound NONE = new ScanBound(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Checks the ID. */
  public ScanBound {
    if (newestId < 0) {
      throw new IllegalArgumentException(
          "the bound of a scan uses the reserved top bit: " + Long.toHexString(newestId));
    }
  }

  /** Whether {@code key} has a number beyond the bound, as have all later keys of its type. */
  public boolean isBeyond(ObjectKey key) {
    return !key.id().isName() && key.id().toLong() > newestId;
  }

  /** Whether {@code row} is within the bound. */
  public boolean includes(ObjectRow row) {
    return row.key().id().isName()
        ? row.createdAtMicros() <= createdAtMicros
        : !isBeyond(row.key());
  }
}
