package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.Arrays;
import java.util.List;

/**
 * What an inner page knows of a page below it.
 *
 * @param pivot the lower end of the keys the child covers; the next child's pivot is the upper end
 * @param id the child's page
 * @param entries how many entries the leaves below hold
 * @param buffered how many changes are held back in pages below: if none, and none is held back
 *     above, {@code entries} is the number of keys
 * @param buffer the changes held back for this child, a block; no bytes if there are none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
record Child(byte[] pivot, long id, long entries, long buffered, byte[] buffer) {
  static final byte[] NO_BUFFER = {};

  /** The least bytes of a child's record: its ID and four numbers. */
  static final int MIN_BYTES = Long.BYTES + 4;

  static Child read(Entry pivot, byte[] page, int buffers) {
    Bytes payload = pivot.value().payload();
    byte[] record = payload.toByteArray();
    if (record.length < MIN_BYTES) {
      throw new DamagedDataException("a child of an index page is cut short");
    }
    Source source = new Source(record, Long.BYTES, record.length);
    int offset = source.nextVarint();
    int length = source.nextVarint();
    long entries = source.nextVarlong();
    long buffered = source.nextVarlong();
    if (length > Frame.end(page) - buffers || offset > Frame.end(page) - buffers - length) {
      throw new DamagedDataException("a buffer lies outside its index page");
    }
    int from = buffers + offset;
    byte[] buffer = length == 0 ? NO_BUFFER : Arrays.copyOfRange(page, from, from + length);
    return new Child(pivot.key(), id(record, 0), entries, buffered, buffer);
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

  /** With {@code changes}, which are newer, added to what is held back. */
  Child withChanges(List<Entry> changes) {
    List<Entry> all = Runs.merge(changes, Runs.all(bufferBlock()));
    byte[] block = BlockWriter.write(all, IndexLimits.RESTART_INTERVAL);
    return new Child(pivot, id, entries, buffered, block);
  }
}
