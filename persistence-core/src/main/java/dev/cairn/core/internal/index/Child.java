package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.Arrays;

/**
 * Record of an inner page about a page below it.
 *
 * @param pivot the lower end of the keys the child covers; the next child's pivot is the upper end
 * @param id the child's page
 * @param entries how many entries the leaves below hold
 * @param buffered how many changes pages below buffer: if none, and none is buffered above, {@code
 *     entries} is the number of keys
 * @param buffer the changes buffered for this child, a block; no bytes if there are none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Child(byte[] pivot, long id, long entries, long buffered, byte[] buffer) {
  static final byte[] NO_BUFFER = {};

  /**
   * Reads the record of a child of the page in {@code data}. Its buffer must follow the one before,
   * which ends at {@code from}, {@code expectedOffset} bytes after the first begins: overlapping
   * buffers could take any amount of memory.
   */
  static Child read(
      byte[] pivot, Bytes record, byte[] data, int expectedOffset, int from, int end) {
    byte[] bytes = record.toByteArray();
    Source source = new Source(bytes, 0, bytes.length);
    long id = id(bytes, source.advance(Long.BYTES));
    int offset = source.nextVarint();
    int length = source.nextVarint();
    long entries = source.nextVarlong();
    long buffered = source.nextVarlong();
    if (offset != expectedOffset || length > end - from) {
      throw new DamagedDataException("a buffer lies outside its place in its index page");
    }
    byte[] buffer = length == 0 ? NO_BUFFER : Arrays.copyOfRange(data, from, from + length);
    return new Child(pivot, id, entries, buffered, buffer);
  }

  static long id(byte[] data, int from) {
    long id = Bits.getLong(data, from);
    if (id < 0) {
      throw new DamagedDataException("an index page has a child with an impossible ID");
    }
    return id;
  }

  RawValue toValue(int bufferOffset) {
    Sink record = new Sink(24);
    record.putFixed(id, Long.BYTES);
    record.putVarint(bufferOffset);
    record.putVarint(buffer.length);
    record.putVarint(entries);
    record.putVarint(buffered);
    return new RawValue(null, Bytes.wrap(record.toByteArray()));
  }

  Block bufferBlock() {
    return Block.open(buffer);
  }

  Child withPivot(byte[] other) {
    return new Child(other, id, entries, buffered, buffer);
  }

  Child withBuffer(byte[] other) {
    return new Child(pivot, id, entries, buffered, other);
  }
}
