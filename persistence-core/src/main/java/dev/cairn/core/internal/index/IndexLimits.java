package dev.cairn.core.internal.index;

/**
 * Sizes of the parts of an index. The defaults are measured, see the package documentation; pages
 * written with other limits stay readable.
 *
 * @param embeddedBytes how many bytes the roots of all indexes of a head may take together
 * @param leafBytes how large a leaf page becomes before it is split
 * @param bufferBytes how many bytes of changes an inner page buffers for each of its children, on
 *     average
 * @param fanout how many children an inner page has at most
 */
public record IndexLimits(int embeddedBytes, int leafBytes, int bufferBytes, int fanout) {
  /** The limits of stores. */
  public static final IndexLimits DEFAULT = new IndexLimits(4 << 10, 40 << 10, 1024, 32);

  /** Entries between two restarts, in leaves and in heads. */
  static final int RESTART_INTERVAL = 8;

  /**
   * Entries between two restarts in inner pages, of children and of their buffers: every read
   * searches these.
   */
  static final int INNER_RESTART_INTERVAL = 1;

  /** Refuses limits that leave no room to split and merge pages. */
  public IndexLimits {
    if (embeddedBytes < 0 || leafBytes < 64 || bufferBytes < 0 || fanout < 4) {
      throw new IllegalArgumentException(
          "an index needs leaves of at least 64 bytes, a fanout of at least 4 and no negative"
              + " bound;"
              + " embedded %s, leaves %s, buffers %s, fanout %s"
                  .formatted(embeddedBytes, leafBytes, bufferBytes, fanout));
    }
  }

  boolean isUnderfull(Draft draft) {
    if (draft instanceof Draft.Inner inner) {
      return inner.children().size() < fanout / 4 + 1;
    }
    return ((Draft.Leaf) draft).isSmallerThan(leafBytes / 4);
  }
}
