package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Which keys to list, and in which direction. Each method narrows the range further; ends need not
 * be keys of the index, and a range may be empty. A prefix is one of bytes: with {@link Key}s,
 * which end every element, that is one of elements.
 *
 * <pre>{@code
 * IndexRange.prefix(Key.of("warehouse", "sales")).after(lastSeen)
 * IndexRange.all().to(newest).descending()
 * }</pre>
 */
public final class IndexRange {
  private static final IndexRange ALL = new IndexRange(Bytes.empty(), null, false);

  // Exclusive lower ends and inclusive upper ends are written with the next key there can be, so
  // that there is one kind of range: from a key, to before a key.
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

  /** The same keys, the last one first. */
  public IndexRange descending() {
    return new IndexRange(from, to, true);
  }

  /** Whether the last key comes first. */
  public boolean isDescending() {
    return descending;
  }

  /** What is left of this range after a listing has come to {@code key}. */
  public IndexRange resumeAfter(Bytes key) {
    return descending ? before(key) : after(key);
  }

  /** Whether {@code key} is in this range. */
  public boolean contains(Bytes key) {
    return key.compareTo(from) >= 0 && (to == null || key.compareTo(to) < 0);
  }

  /** The first key there can be in this range. */
  public Bytes lower() {
    return from;
  }

  /** The first key after this range; null if it has no end. */
  public @Nullable Bytes upper() {
    return to;
  }
}
