package dev.cairn.testkit.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Rows of pages whose checksums are right and whose content is wrong. */
final class Forged {
  private static final int LEVEL_AT = 1;
  private static final int CHECKSUM = 4;

  private Forged() {}

  private static byte[] body(ObjectKey key, Bytes row) {
    if (Envelope.ofBytes(key, row).body() instanceof Envelope.Body.Value value) {
      return value.bytes().toByteArray();
    }
    throw new AssertionError("a page of chunks");
  }

  static int level(ObjectRow row) {
    return body(row.key(), row.value())[LEVEL_AT];
  }

  /** Whatever page {@code row} has, as if it had been written as {@code key}. */
  static Bytes page(ObjectKey key, Bytes row) {
    return seal(key, body(key, row));
  }

  static Bytes withLevel(ObjectKey key, Bytes row, int level) {
    byte[] body = body(key, row);
    body[LEVEL_AT] = (byte) level;
    return seal(key, body);
  }

  private static Bytes seal(ObjectKey key, byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key.id().toLong()));
    crc.update(body, 0, body.length - CHECKSUM);
    ByteBuffer.wrap(body).putInt(body.length - CHECKSUM, (int) crc.getValue());
    return new Codec(FormatLevel.NEWEST).encodeRaw(Bytes.wrap(body));
  }
}
