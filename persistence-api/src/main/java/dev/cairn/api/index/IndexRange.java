package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys and a direction.
 *
 * <p>Each method narrows the range. Bounds need not be keys of the index, and a range may be empty.
 * Prefixes are compared byte by byte; with {@link Key}s, which terminate every element, a byte
 * prefix is a prefix of elements.
 *
 * <pre>{@code
 * IndexRange.prefix(Key.of("warehouse", "sales")).after(lastSeen)
 * IndexRange.all().to(newest).descending()
 * }</pre>
 */
public final class IndexRange {
  private static final IndexRange ALL = new IndexRange(Bytes.empty(), null, false);

  // Exclusive lower bounds and inclusive upper bounds are expressed by the next possible key, so
  // that every range is half-open.
  private final Bytes from;
  private final @Nullable Bytes to;
  private final boolean descending;

  private IndexRange(Bytes from, @Nullable Bytes to, boolean descending) {
    this.from = from;
    this.to = to;
    this.descending = descending;
  }

  /** All keys, ascending. */
  public static IndexRange all() {
    return ALL;
  }

  /** The keys that begin with {@code prefix}, ascending. */
  public static IndexRange prefix(Bytes prefix) {
    return ALL.withPrefix(prefix);
  }

  /** Only keys that begin with {@code prefix}. */
  public IndexRange withPrefix(Bytes prefix) {
    return from(prefix).endingBefore(Key.afterPrefix(prefix));
  }

  /** Only {@code key} and keys after it. */
  public IndexRange from(Bytes key) {
    return key.compareTo(from) > 0 ? new IndexRange(key, to, descending) : this;
  }

  /** Only keys after {@code key}. */
  public IndexRange after(Bytes key) {
    return from(Key.after(key));
  }

  /** Only {@code key} and keys before it. */
  public IndexRange to(Bytes key) {
    return endingBefore(Key.after(key));
  }

  /** Only keys before {@code key}. */
  public IndexRange before(Bytes key) {
    return endingBefore(key);
  }

  private IndexRange endingBefore(@Nullable Bytes end) {
    if (end == null || (to != null && to.compareTo(end) <= 0)) {
      return this;
    }
    return new IndexRange(from, end, descending);
  }

  /** The same keys in descending order. */
  public IndexRange descending() {
    return new IndexRange(from, to, true);
  }

  /** Whether the order is descending. */
  public boolean isDescending() {
    return descending;
  }

  /** The rest of this range after a listing has reached {@code key}. */
  public IndexRange resumeAfter(Bytes key) {
    return descending ? before(key) : after(key);
  }

  /** Whether {@code key} is in this range. */
  public boolean contains(Bytes key) {
    return key.compareTo(from) >= 0 && (to == null || key.compareTo(to) < 0);
  }

  /** The lower bound, inclusive. */
  public Bytes lower() {
    return from;
  }

  /** The upper bound, exclusive; null if unbounded. */
  public @Nullable Bytes upper() {
    return to;
  }
}
