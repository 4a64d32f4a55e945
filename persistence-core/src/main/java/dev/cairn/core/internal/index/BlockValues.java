package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the values of a {@link Block} in place. */
final class BlockValues {
  static final BlockValues NONE = new BlockValues(new byte[0], 0, 0, 0, 0, 0);

  private final byte[] data;
  private final int end;
  private final int idWidth;
  private final long idBase;
  private final long idMask;
  private final int typesFrom;
  private final int typesTo;
  private volatile String @Nullable [] types;

  BlockValues(byte[] data, int end, int idWidth, long idBase, int typesFrom, int typesTo) {
    if (idWidth > Long.BYTES) {
      throw new DamagedDataException("a block has object IDs of " + idWidth + " bytes");
    }
    this.data = data;
    this.end = end;
    this.idWidth = idWidth;
    this.idBase = idBase;
    this.idMask = idWidth == Long.BYTES ? -1 : (1L << (8 * idWidth)) - 1;
    this.typesFrom = typesFrom;
    this.typesTo = typesTo;
  }

  /** Where the value at {@code value} ends; always inside the block. */
  int end(int value) {
    int tag = Varint.read(data, value, end);
    int plain = value + 1 + idWidth;
    if ((tag & 1) == 0 && tag >= 2 && tag < 0x80 && plain <= end) {
      return plain;
    }
    long next = (long) value + Varint.size(tag);
    if (tag >= 2) {
      next += idWidth;
    }
    if ((tag & 1) != 0) {
      int length = Varint.read(data, (int) Math.min(next, end), end);
      next += Varint.size(length) + (long) length;
    }
    if (next > end) {
      throw new DamagedDataException("a value runs past the end of its block, at byte " + value);
    }
    return (int) next;
  }

  /** The value at {@code offset}. */
  RawValue read(int offset) {
    int tag = Varint.read(data, offset, end);
    if (tag == 0) {
      return RawValue.TOMBSTONE;
    }
    int valueEnd = end(offset);
    int at = offset + Varint.size(tag);
    ObjectRef reference = null;
    if (tag >= 2) {
      reference = new ObjectRef(type((tag >>> 1) - 1), id(at));
      at += idWidth;
    }
    return new RawValue(reference, (tag & 1) == 0 ? Bytes.empty() : payload(at, valueEnd));
  }

  private long id(int at) {
    // The base lies before the ID, so the eight bytes that end with the ID are all in the array.
    long id = idWidth == 0 ? -1 : idBase + (Bits.getLong(data, at + idWidth - Long.BYTES) & idMask);
    if (id < 0) {
      throw new DamagedDataException("a value has an impossible object ID, at byte " + at);
    }
    return id;
  }

  private Bytes payload(int at, int valueEnd) {
    int from = at + Varint.size(Varint.read(data, at, end));
    return Bytes.wrap(Arrays.copyOfRange(data, from, valueEnd));
  }

  private String type(int position) {
    String[] names = types;
    if (names == null) {
      names = readTypes();
      types = names;
    }
    if (position >= names.length) {
      throw new DamagedDataException("a value has an object type that its block does not name");
    }
    return names[position];
  }

  private String[] readTypes() {
    List<String> names = new ArrayList<>();
    Source source = new Source(data, typesFrom, typesTo);
    while (source.remaining() > 0) {
      String name = source.nextText();
      try {
        names.add(new ObjectRef(name, 0).type());
      } catch (IllegalArgumentException e) {
        throw new DamagedDataException("a block names an impossible object type", e);
      }
    }
    return names.toArray(String[]::new);
  }
}
