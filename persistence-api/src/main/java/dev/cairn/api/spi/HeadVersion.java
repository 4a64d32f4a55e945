package dev.cairn.api.spi;

/**
 * A head and a version of the reference at which it was current.
 *
 * <p>The version is the one at which the head became current, or a later one if a fence or a
 * deletion raised it before the next head. No head becomes current twice, so the ID identifies the
 * head, and versions order heads.
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
