package dev.cairn.api.store;

/**
 * The ID of a head, one state of a reference. It is valid as long as the head is retained.
 *
 * @param version the version of the reference at which the head became current
 * @param id the ID of the head object; no head becomes current twice
 */
public record HeadId(long version, long id) {
  /** Checks both numbers. */
  public HeadId {
    if (version < 1 || id < 0) {
      throw new IllegalArgumentException("not a head: version %d, ID %d".formatted(version, id));
    }
  }

  @Override
  public String toString() {
    return "%s-%016x".formatted(version, id);
  }
}
