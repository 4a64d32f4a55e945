package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.List;

/**
 * The part of an index that its head embeds: the topmost page, and the changes that are not in
 * pages yet.
 *
 * <pre>
 * root = format height [page-id entries buffered] block checksum     no page if the height is 0
 * </pre>
 *
 * <p>It is kept in its stored form; opening one reads a few numbers and no entry.
 */
final class Root {
  static final Root EMPTY = of(0, new Child(Child.NO_BUFFER, 0, 0, 0, Child.NO_BUFFER), List.of());

  private static final String WHAT = "index root";

  private final Bytes bytes;
  private final int height;
  private final long id;
  private final long entries;
  private final long buffered;
  private final Block embedded;

  private Root(Bytes bytes, byte[] data, int end) {
    Source source = new Source(data, Frame.HEADER, end);
    this.bytes = bytes;
    this.height = source.next();
    if (height > Page.MAX_LEVEL + 1) {
      throw new DamagedDataException("an index has the impossible height " + height);
    }
    this.id = height == 0 ? 0 : Child.id(data, source.advance(Long.BYTES));
    this.entries = height == 0 ? 0 : source.nextVarlong();
    this.buffered = height == 0 ? 0 : source.nextVarlong();
    this.embedded = Block.open(data, source.position(), end);
  }

  static Root of(int height, Child page, List<BlockEntry> embedded) {
    byte[] block = BlockWriter.write(embedded, IndexLimits.RESTART_INTERVAL);
    byte[] data = write(height, page, block);
    return new Root(Bytes.wrap(data), data, Frame.end(data));
  }

  /** Opens a root that a head embeds. */
  static Root read(Bytes bytes) {
    byte[] data = bytes.toByteArray();
    return new Root(bytes, data, Frame.check(WHAT, 0, data));
  }

  /** Whether this release knows the format; a root in an unknown format must stay unchanged. */
  static boolean isReadable(Bytes bytes) {
    return bytes.isEmpty() || bytes.get(0) == Frame.FORMAT;
  }

  /**
   * Whether a root may embed changes: false only if its first bytes show that it does not. They are
   * not checked here; damage is found when the root is opened.
   */
  static boolean mayEmbed(Bytes bytes) {
    int end = bytes.length() - Frame.CHECKSUM;
    int at = Frame.HEADER + 1;
    if (!isReadable(bytes) || at >= end) {
      return true;
    }
    if (bytes.get(Frame.HEADER) != 0) {
      at += Long.BYTES;
      for (int numbers = 2; numbers > 0 && at < end; at++) {
        numbers -= bytes.get(at) >= 0 ? 1 : 0; // the last byte of a varint
      }
    }
    return at < end && bytes.get(at) != 0;
  }

  private static byte[] write(int height, Child page, byte[] block) {
    int pageSize = Long.BYTES + Varint.size(page.entries()) + Varint.size(page.buffered());
    Sink sink = Frame.begin(1 + (height > 0 ? pageSize : 0) + block.length);
    sink.put(height);
    if (height > 0) {
      sink.putFixed(page.id(), Long.BYTES);
      sink.putVarint(page.entries());
      sink.putVarint(page.buffered());
    }
    sink.put(block);
    return Frame.seal(0, sink);
  }

  /** The same pages under other embedded changes. */
  Root withEmbedded(List<BlockEntry> changes) {
    return of(height, page(), changes);
  }

  /** The topmost page, if the height is not 0. */
  Child page() {
    return new Child(Child.NO_BUFFER, id, entries, buffered, Child.NO_BUFFER);
  }

  Bytes bytes() {
    return bytes;
  }

  /** How many levels of pages there are. */
  int height() {
    return height;
  }

  long id() {
    return id;
  }

  Block embedded() {
    return embedded;
  }

  /** Whether a key certainly remains, as each buffered change removes one entry at most. */
  boolean hasMoreEntriesThanChanges() {
    return entries > buffered + embedded.count();
  }

  boolean isEmpty() {
    return height == 0 && embedded.isEmpty();
  }
}
