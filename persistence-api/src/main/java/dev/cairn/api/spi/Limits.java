package dev.cairn.api.spi;

/**
 * The limits of a backend.
 *
 * @param maxValueBytes the maximum size of a row's value; larger ones are refused before a request
 *     is sent
 * @param fetchBatch the recommended number of keys per fetch; the backend splits larger calls
 * @param writeBatch the recommended number of rows per write; the backend splits larger calls
 */
public record Limits(int maxValueBytes, int fetchBatch, int writeBatch) {
  /** The maximum size of a value that every supported database accepts: 350 KB. */
  public static final int DEFAULT_MAX_VALUE_BYTES = 350 * 1024;

  /**
   * The smallest allowed limit. Chunks of a large value, and their manifest, have to fit into rows.
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
