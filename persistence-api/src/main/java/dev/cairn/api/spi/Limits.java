package dev.cairn.api.spi;

/**
 * What a backend can take.
 *
 * @param maxValueBytes the largest value of a row; larger ones are refused before anything is sent
 * @param fetchBatch how many keys one round trip fetches: advice, larger calls are split by the
 *     backend
 * @param writeBatch how many rows one round trip writes: advice as well
 */
public record Limits(int maxValueBytes, int fetchBatch, int writeBatch) {
  /** What a row's value may be on every database Cairn knows: 350 KB. */
  public static final int DEFAULT_MAX_VALUE_BYTES = 350 * 1024;

  /**
   * The least a backend must take. Chunks of a large value, and the list of them, have to fit into
   * rows.
   */
  public static final int LEAST_MAX_VALUE_BYTES = 4 * 1024;

  /** Checks the numbers. */
  public Limits {
    if (maxValueBytes < LEAST_MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "rows must take values of at least %d bytes, not %d"
              .formatted(LEAST_MAX_VALUE_BYTES, maxValueBytes));
    }
    if (fetchBatch < 1 || writeBatch < 1) {
      throw new IllegalArgumentException("a batch has at least one row");
    }
  }
}
