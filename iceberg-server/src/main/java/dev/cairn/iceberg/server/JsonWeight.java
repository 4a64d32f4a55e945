package dev.cairn.iceberg.server;

/**
 * About how much memory JSON takes once it is read, besides its bytes.
 *
 * <p>An empty object has two bytes and takes 80, so a bound on bodies alone is none on memory: two
 * bodies of 16 MB filled a heap of 512 MB.
 */
final class JsonWeight {
  /** The text, once as characters and once as a string, and the strings that it consists of. */
  private static final int PER_BYTE = 4;

  /**
   * For each brace that opens, comma and colon, of which every value has at least one. Measured
   * with Jackson's trees: an empty list takes 52 bytes for two of them, an object with one number
   * 204 for three, a short string 68 for one.
   */
  private static final int PER_MARK = 64;

  private JsonWeight() {}

  /** An estimate that is seldom too low. Marks within strings count, too. */
  static long of(byte[] json) {
    long marks = 0;
    for (byte each : json) {
      if (each == ',' || each == ':' || each == '{' || each == '[') {
        marks++;
      }
    }
    return PER_BYTE * (long) json.length + PER_MARK * marks;
  }
}
