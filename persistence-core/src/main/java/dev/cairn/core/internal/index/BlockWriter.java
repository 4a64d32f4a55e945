package dev.cairn.core.internal.index;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.internal.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the format that {@link Block} reads. */
final class BlockWriter {
  private static final byte[] EMPTY = {0};

  private final Sink entries;
  private final List<String> types = new ArrayList<>(2);
  private final int[] restarts;
  private final int interval;
  private final int prefix;
  private final long idBase;
  private final int idWidth;

  private BlockWriter(List<BlockEntry> content, int interval, Sink scratch) {
    this.interval = interval;
    this.prefix =
        Math.min(
            Block.MAX_PREFIX,
            commonPrefix(content.get(0).key(), content.get(content.size() - 1).key()));
    long least = Long.MAX_VALUE;
    long greatest = -1;
    for (BlockEntry entry : content) {
      ObjectRef reference = entry.value().reference();
      if (reference != null) {
        least = Math.min(least, reference.id());
        greatest = Math.max(greatest, reference.id());
      }
    }
    this.idBase = least;
    this.idWidth = greatest < 0 ? 0 : width(greatest - least);
    this.entries = scratch;
    this.restarts = new int[(content.size() + interval - 1) / interval];
  }

  /** A block of {@code content}, which is sorted, with a restart at every {@code interval}th. */
  static byte[] write(List<BlockEntry> content, int interval) {
    return write(content, interval, new Sink((int) Math.min(1 << 24, content.size() * 96L)));
  }

  /** A block written through {@code scratch}, whose space is reused for many blocks. */
  static byte[] write(List<BlockEntry> content, int interval, Sink scratch) {
    if (content.isEmpty()) {
      return EMPTY;
    }
    scratch.clear();
    BlockWriter writer = new BlockWriter(content, interval, scratch);
    writer.putAll(content);
    return writer.assemble(content);
  }

  /** How many leading bytes two keys share. */
  static int commonPrefix(byte[] left, byte[] right) {
    int different = Arrays.mismatch(left, right);
    return different < 0 ? left.length : different;
  }

  /**
   * The approximate size of {@code entry} after {@code before}, as the entry at {@code position} of
   * a leaf. A restart saves only the prefix of its block, whose length is bounded; ignoring that
   * made leaves of long, similar names ten times too large.
   */
  static int size(byte[] before, BlockEntry entry, int position) {
    RawValue value = entry.value();
    int shared = commonPrefix(before, entry.key());
    if (position % IndexLimits.RESTART_INTERVAL == 0) {
      shared = Math.min(shared, Block.MAX_PREFIX);
    }
    return entry.key().length
        - shared
        + (value.reference() == null ? 0 : Long.BYTES)
        + (value.payload().isEmpty() ? 0 : value.payload().length() + 2)
        + 3;
  }

  /** How many bytes, at least one, {@code value} takes. */
  private static int width(long value) {
    return Math.max(1, (71 - Long.numberOfLeadingZeros(value)) / 8);
  }

  private void putAll(List<BlockEntry> content) {
    byte[] before = new byte[0];
    for (int i = 0; i < content.size(); i++) {
      BlockEntry entry = content.get(i);
      byte[] key = entry.key();
      int shared = commonPrefix(before, key);
      // Always true for keys from callers; only damaged pages can have keys in another order.
      if (i > 0 && !Block.isGreater(key, before, shared)) {
        throw new DamagedDataException("keys of an index are out of order");
      }
      if (i % interval == 0) {
        restarts[i / interval] = entries.size();
        shared = prefix;
      }
      entries.putVarint(shared - prefix);
      entries.putVarint(key.length - shared);
      entries.put(key, shared, key.length - shared);
      put(entry.value());
      before = key;
    }
  }

  private void put(RawValue value) {
    if (value.isTombstone()) {
      entries.put(0);
      return;
    }
    ObjectRef reference = value.reference();
    int payload = value.payload().length();
    if (reference == null) {
      entries.put(1);
    } else {
      entries.putVarint(2 + 2 * position(reference.type()) + (payload > 0 ? 1 : 0));
      entries.putFixed(reference.id() - idBase, idWidth);
    }
    if (reference == null || payload > 0) {
      entries.putVarint(payload);
      entries.put(value.payload().toByteArray());
    }
  }

  private int position(String type) {
    int known = types.indexOf(type);
    if (known >= 0) {
      return known;
    }
    types.add(type);
    return types.size() - 1;
  }

  private byte[] assemble(List<BlockEntry> content) {
    Sink names = new Sink(32);
    for (String type : types) {
      byte[] name = Utf8.encode("object type", type);
      names.putVarint(name.length);
      names.put(name);
    }
    int width = Block.offsetWidth(entries.size());
    int size =
        Varint.size(content.size())
            + Varint.size(interval)
            + Varint.size(prefix)
            + prefix
            + (idWidth > 0 ? 1 + Long.BYTES : 1)
            + Varint.size(names.size())
            + names.size()
            + Varint.size(entries.size())
            + restarts.length * width
            + entries.size();
    Sink block = new Sink(size);
    block.putVarint(content.size());
    block.putVarint(interval);
    block.putVarint(prefix);
    block.put(content.get(0).key(), 0, prefix);
    block.put(idWidth);
    if (idWidth > 0) {
      block.putFixed(idBase, Long.BYTES);
    }
    block.putVarint(names.size());
    block.put(names);
    block.putVarint(entries.size());
    for (int restart : restarts) {
      block.putFixed(restart, width);
    }
    block.put(entries);
    return block.toByteArray();
  }
}
