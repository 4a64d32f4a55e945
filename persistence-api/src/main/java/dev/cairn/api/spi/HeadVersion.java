package dev.cairn.api.spi;

/**
 * A head and a version that the reference had while it was current: the one at which it became
 * current, or a later one where a fence or a deletion raised it before the next head came. No head
 * becomes current twice, so the ID alone tells which head it is, and versions put heads in order.
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
