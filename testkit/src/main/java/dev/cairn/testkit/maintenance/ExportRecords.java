package dev.cairn.testkit.maintenance;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The file of an export, cut into its records; the first has the magic before it. */
final class ExportRecords {
  private static final int MAGIC = 8;
  private static final int AROUND = 1 + 4 + 4;

  private ExportRecords() {}

  static List<byte[]> of(byte[] file) {
    List<byte[]> records = new ArrayList<>();
    int from = 0;
    int frame = MAGIC;
    while (frame < file.length) {
      int end = frame + AROUND + ByteBuffer.wrap(file).getInt(frame + 1);
      records.add(Arrays.copyOfRange(file, from, end));
      from = end;
      frame = end;
    }
    return records;
  }

  static byte[] join(List<byte[]> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    records.forEach(out::writeBytes);
    return out.toByteArray();
  }

  static byte[] cut(byte[] file, int length) {
    return Arrays.copyOf(file, length);
  }

  static boolean isSame(List<byte[]> some, List<byte[]> others) {
    return Arrays.equals(join(some), join(others));
  }
}
