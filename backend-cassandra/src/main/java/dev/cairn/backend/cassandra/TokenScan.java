package dev.cairn.backend.cassandra;

import dev.cairn.api.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table in the order of the ring, page by page. A part of the ring that cannot be read in
 * time, mostly because very many rows in it were deleted recently, is read in smaller parts.
 *
 * @param <T> the type of a row
 */
final class TokenScan<T> {
  /** A row and its place. */
  record Entry<T>(long token, Bytes key, T row) {}

  /**
   * Some rows.
   *
   * @param next asks for the next rows, if the part of the ring has more
   */
  record Page<T>(List<Entry<T>> rows, Optional<Supplier<Page<T>>> next) {}

  /** The rows of a part of the ring, both ends included. */
  @FunctionalInterface
  interface Part<T> {
    Page<T> first(long fromToken, long toToken);
  }

  private static final int WHOLE_RING = 64;
  private static final int STEP = 8;
  private static final int LEAST = 16;

  private final Part<T> source;
  private final Arc arc;
  private final Predicate<RuntimeException> isTooMuch;
  private final Predicate<Entry<T>> visitor;

  private long from;
  private @Nullable Entry<T> last;
  private @Nullable Bytes skipKey;
  private long skipToken;
  private int bits = WHOLE_RING;
  private boolean stopped;

  /**
   * @param arc which tokens to scan
   * @param isTooMuch recognizes failures that a smaller part may avoid
   * @param visitor returns whether to continue
   */
  TokenScan(
      Part<T> source, Arc arc, Predicate<RuntimeException> isTooMuch, Predicate<Entry<T>> visitor) {
    this.source = source;
    this.arc = arc;
    this.isTooMuch = isTooMuch;
    this.visitor = visitor;
  }

  /**
   * Scans from the beginning.
   *
   * @return the row at which the visitor stopped, or nothing at the end
   */
  Optional<Entry<T>> run() {
    return runFrom(arc.first());
  }

  /** Scans from after the row with this place. */
  Optional<Entry<T>> runAfter(long token, Bytes key) {
    skipAfter(token, key);
    return runFrom(token);
  }

  private Optional<Entry<T>> runFrom(long token) {
    from = token;
    while (true) {
      long to = Math.min(end(from, bits), arc.last());
      if (!part(to)) {
        bits = Math.max(LEAST, bits - STEP);
        continue;
      }
      if (stopped) {
        return Optional.ofNullable(last);
      }
      if (to == arc.last()) {
        return Optional.empty();
      }
      from = to + 1;
      bits = Math.min(WHOLE_RING, bits + 1);
    }
  }

  /** The last token of a part of 2^bits tokens. */
  static long end(long from, int bits) {
    if (bits >= WHOLE_RING) {
      return Long.MAX_VALUE;
    }
    long end = from + ((1L << bits) - 1);
    return end < from ? Long.MAX_VALUE : end;
  }

  /**
   * Visits the rows up to {@code to}; returns false if the part was too large, with {@code from} at
   * the row reached.
   */
  private boolean part(long to) {
    Supplier<Page<T>> next = () -> source.first(from, to);
    while (true) {
      Page<T> page;
      try {
        page = next.get();
      } catch (RuntimeException e) {
        if (bits == LEAST || !isTooMuch.test(e)) {
          throw e;
        }
        return false;
      }
      visit(page);
      if (stopped || page.next().isEmpty()) {
        return true;
      }
      next = page.next().get();
    }
  }

  private void visit(Page<T> page) {
    for (Entry<T> entry : page.rows()) {
      if (!isBehind(entry)) {
        last = entry;
        // If the rest of this part fails, it is read again from here.
        from = entry.token();
        skipAfter(entry.token(), entry.key());
        if (!visitor.test(entry)) {
          stopped = true;
          return;
        }
      }
    }
  }

  private void skipAfter(long token, Bytes key) {
    skipToken = token;
    skipKey = key;
  }

  private boolean isBehind(Entry<T> entry) {
    Bytes key = skipKey;
    return key != null && entry.token() == skipToken && entry.key().compareTo(key) <= 0;
  }
}
