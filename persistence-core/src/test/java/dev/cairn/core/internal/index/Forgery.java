package dev.cairn.core.internal.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;

/** Damages bytes and gives them a checksum that is right, to get at the decoders behind it. */
final class Forgery {
  private Forgery() {}

  /** A few random changes to the body of framed bytes; the format stays. */
  static byte[] of(byte[] framed, long id, Random random) {
    byte[] forged = framed.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int length = forged.length - 4;
      int at = 1 + random.nextInt(Math.max(1, length - 1));
      switch (random.nextInt(5)) {
        case 0 -> forged[at] = (byte) random.nextInt(256);
        case 1 -> forged[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> forged[at] = random.nextBoolean() ? (byte) 0x7f : (byte) 0xff;
        case 3 -> {
          int size = Math.min(1 + random.nextInt(16), length - at);
          System.arraycopy(forged, random.nextInt(length - size + 1), forged, at, size);
        }
        default -> {
          if (forged.length > 40 && random.nextInt(4) == 0) {
            forged = Arrays.copyOf(forged, 20 + random.nextInt(forged.length - 30));
          }
        }
      }
    }
    return reseal(forged, id);
  }

  /** The same bytes with the checksum they should have. */
  static byte[] reseal(byte[] framed, long id) {
    byte[] sealed = framed.clone();
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(8).putLong(0, id));
    crc.update(sealed, 0, sealed.length - 4);
    ByteBuffer.wrap(sealed).putInt(sealed.length - 4, (int) crc.getValue());
    return sealed;
  }
}
