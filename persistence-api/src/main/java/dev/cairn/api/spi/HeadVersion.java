package dev.cairn.api.spi;

/**
 * A head and the version of the reference when it became current. No head becomes current twice, so
 * either number names the moment.
 *
 * @param version the reference's version, 1 or more
 * @param headId the ID of the head object
 */
public record HeadVersion(long version, long headId) {
  /** Checks both numbers. */
  public HeadVersion {
    if (version < 1) {
      throw new IllegalArgumentException("a version is 1 or more, not " + version);
    }
    if (headId < 0) {
      throw new IllegalArgumentException("head ID " + headId + " uses the reserved top bit");
    }
  }
}
