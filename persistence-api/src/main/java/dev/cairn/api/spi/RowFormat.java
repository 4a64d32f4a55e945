package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Encodes rows without their keys as byte strings, for key-value stores.
 *
 * <p>A row consists of a format byte, a byte of flags for optional fields, and the fields in a
 * fixed order. Unknown flags are refused: they announce fields that would be lost when the row is
 * rewritten.
 */
public final class RowFormat {
  /** The most bytes that the row of an object takes besides its value. */
  public static final int MAX_OBJECT_OVERHEAD_BYTES = 34;

  private static final int FORMAT = 1;
  private static final int HAS_TOKEN = 1;
  private static final int HAS_EXPIRY = 2;
  private static final int HAS_HEAD = 1;
  private static final int IS_DELETED = 2;
  private static final int HAS_TURNS = 4;

  private RowFormat() {}

  /** Encodes {@code row} without its key. */
  public static Bytes encode(ObjectRow row) {
    int flags =
        (row.token().isPresent() ? HAS_TOKEN : 0)
            | (row.expiresAtMicros().isPresent() ? HAS_EXPIRY : 0);
    int fields = (row.token().isPresent() ? 26 : 10) + (row.expiresAtMicros().isPresent() ? 8 : 0);
    ByteWriter out = new ByteWriter(fields + row.value().length()).putByte(FORMAT).putByte(flags);
    out.putLong(row.createdAtMicros());
    row.token().ifPresent(token -> putToken(out, token));
    row.expiresAtMicros().ifPresent(out::putLong);
    return out.putBytes(row.value()).toBytes();
  }

  /**
   * Decodes the result of {@link #encode(ObjectRow)}; the value shares memory with {@code bytes}.
   *
   * @throws dev.cairn.api.DamagedDataException if the bytes are invalid
   */
  public static ObjectRow decode(ObjectKey key, Bytes bytes) {
    ByteReader in = new ByteReader(() -> "the row of object " + key, bytes);
    int flags = readHeader(in, HAS_TOKEN | HAS_EXPIRY);
    long createdAt = in.getLong();
    Optional<Token> token =
        (flags & HAS_TOKEN) != 0
            ? Optional.of(new Token(in.getLong(), in.getLong()))
            : Optional.empty();
    OptionalLong expiresAt =
        (flags & HAS_EXPIRY) != 0 ? OptionalLong.of(in.getLong()) : OptionalLong.empty();
    Bytes value = in.getBytes(in.remaining());
    try {
      return new ObjectRow(key, value, token, createdAt, expiresAt);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  /** Encodes {@code row} without its key. */
  public static Bytes encode(ReferenceRow row) {
    Bytes earlierHeads = row.earlierHeads().toBytes();
    int flags =
        (row.headId().isPresent() ? HAS_HEAD : 0)
            | (row.deletedAtMicros().isPresent() ? IS_DELETED : 0)
            | (row.turns().length() > 0 ? HAS_TURNS : 0);
    ByteWriter out =
        new ByteWriter(56 + row.turns().length() + earlierHeads.length())
            .putByte(FORMAT)
            .putByte(flags);
    putToken(out, row.token());
    out.putLong(row.createdAtMicros()).putVarint(row.version());
    row.headId().ifPresent(out::putLong);
    row.deletedAtMicros().ifPresent(out::putLong);
    if (row.turns().length() > 0) {
      out.putSized(row.turns());
    }
    return out.putBytes(earlierHeads).toBytes();
  }

  /**
   * Decodes the result of {@link #encode(ReferenceRow)}.
   *
   * @throws dev.cairn.api.DamagedDataException if the bytes are invalid
   */
  public static ReferenceRow decode(ReferenceKey key, Bytes bytes) {
    ByteReader in = new ByteReader(() -> "the row of reference " + key, bytes);
    int flags = readHeader(in, HAS_HEAD | IS_DELETED | HAS_TURNS);
    Token token = new Token(in.getLong(), in.getLong());
    long createdAt = in.getLong();
    long version = in.getVarint();
    OptionalLong head =
        (flags & HAS_HEAD) != 0 ? OptionalLong.of(in.getLong()) : OptionalLong.empty();
    OptionalLong deletedAt =
        (flags & IS_DELETED) != 0 ? OptionalLong.of(in.getLong()) : OptionalLong.empty();
    Bytes turns = (flags & HAS_TURNS) != 0 ? in.getSized() : Bytes.empty();
    if ((flags & HAS_TURNS) != 0 && turns.length() == 0) {
      throw in.damaged("its turns are announced and empty");
    }
    EarlierHeads earlierHeads = EarlierHeads.read(in);
    try {
      return new ReferenceRow(key, head, version, token, createdAt, earlierHeads, deletedAt, turns);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e);
    }
  }

  private static int readHeader(ByteReader in, int knownFlags) {
    int format = in.getByte();
    int flags = in.getByte();
    if (format != FORMAT || (flags & ~knownFlags) != 0) {
      throw in.damaged(
          "format %s with flags %s is not known to this release".formatted(format, flags));
    }
    return flags;
  }

  private static void putToken(ByteWriter out, Token token) {
    out.putLong(token.high()).putLong(token.low());
  }
}
