package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * An opened page, as a {@link PageCache} holds it: checked once, then searched in place.
 *
 * <pre>
 * page     = format level body checksum     level 0 is a leaf
 * leaf     = block
 * inner    = pivots-length pivots { buffer }     a block, then a block for each child that has one
 * child    = id buffer-offset buffer-length entries buffered     the value of a pivot
 * </pre>
 *
 * <p>The checksum covers the page's ID too, so a page found under another ID is damage.
 */
public final class Page {
  static final int MAX_LEVEL = 40;

  /** The pivot of the first child of every page, which covers all keys below the second pivot. */
  static final byte[] LOWEST = {};

  private static final String WHAT = "index page";

  private final int level;
  private final int weight;
  private final Block block;
  private final List<Child> children;
  private final long[] childIds;
  private final Block[] buffers;

  private Page(byte[] data, int end) {
    Source source = new Source(data, Frame.HEADER, end);
    this.level = source.next();
    if (level > MAX_LEVEL) {
      throw new DamagedDataException("an index page has the impossible level " + level);
    }
    int length = level == 0 ? source.remaining() : source.nextVarint();
    int from = source.advance(length);
    this.block = Block.openKept(data, from, from + length);
    this.children = level == 0 ? List.of() : readChildren(data, source.position(), end);
    // Repeated in arrays, as every search reads them: a list of records costs three more loads.
    this.childIds = new long[children.size()];
    this.buffers = new Block[children.size()];
    for (int i = 0; i < buffers.length; i++) {
      byte[] buffer = children.get(i).buffer();
      childIds[i] = children.get(i).id();
      buffers[i] = Block.openKept(buffer, 0, buffer.length);
    }
    if (level > 0 && (children.isEmpty() || block.interval() != 1)) {
      throw new DamagedDataException("an inner index page has no children that can be found");
    }
    this.weight = weigh(data.length);
  }

  private int weigh(int bytes) {
    int restarts = block.groups();
    for (Block buffer : buffers) {
      restarts += buffer.groups();
    }
    // Pivots and buffers of an inner page are in memory twice: in the page, and opened for
    // searches.
    int content = level == 0 ? bytes + 400 : 2 * bytes + 200 * buffers.length;
    return content + RestartWords.BYTES * restarts;
  }

  private List<Child> readChildren(byte[] data, int from, int end) {
    List<Child> read = new ArrayList<>(block.count());
    byte[] before = LOWEST;
    int buffer = from;
    for (BlockEntry pivot : new Runs.BlockEntries(block)) {
      byte[] key = read.isEmpty() ? LOWEST : pivot.key();
      // Children with overlapping ranges could make a walk visit every page below repeatedly.
      if (!read.isEmpty() && Arrays.compareUnsigned(before, key) >= 0) {
        throw new DamagedDataException("the children of an index page are out of order");
      }
      Child child = Child.read(key, pivot.value().payload(), data, buffer - from, buffer, end);
      read.add(child);
      before = key;
      buffer += child.buffer().length;
    }
    if (buffer != end) {
      throw new DamagedDataException(end - buffer + " bytes follow the buffers of an index page");
    }
    return Collections.unmodifiableList(read);
  }

  /**
   * Opens the page stored under {@code id}; throws if these are not the bytes that were written.
   */
  static Page open(long id, Bytes bytes) {
    try {
      byte[] data = bytes.toByteArray();
      return new Page(data, Frame.check(WHAT, id, data));
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "index page %016x is damaged: %s".formatted(id, e.getMessage()), e);
    }
  }

  /** Opens a page that was just written, without checks. */
  static Page ofWritten(byte[] data) {
    return new Page(data, Frame.end(data));
  }

  static byte[] writeLeaf(long id, byte[] block) {
    Sink sink = Frame.begin(1 + block.length);
    sink.put(0);
    sink.put(block);
    return Frame.seal(id, sink);
  }

  static byte[] writeInner(long id, int level, List<Child> children) {
    List<BlockEntry> pivots = new ArrayList<>(children.size());
    int size = 0;
    for (Child child : children) {
      byte[] pivot = pivots.isEmpty() ? firstPivot(children) : child.pivot();
      pivots.add(new BlockEntry(pivot, child.toValue(size)));
      size += child.buffer().length;
    }
    byte[] block = BlockWriter.write(pivots, IndexLimits.INNER_RESTART_INTERVAL);
    Sink sink = Frame.begin(1 + Varint.size(block.length) + block.length + size);
    sink.put(level);
    sink.putVarint(block.length);
    sink.put(block);
    for (Child child : children) {
      sink.put(child.buffer());
    }
    return Frame.seal(id, sink);
  }

  /**
   * The pivot to write for the first child. It has no meaning, since the first child covers all
   * keys below the second pivot; this one gives the pivots the longest common prefix.
   */
  private static byte[] firstPivot(List<Child> children) {
    if (children.size() == 1) {
      return LOWEST;
    }
    byte[] second = children.get(1).pivot();
    int common = BlockWriter.commonPrefix(second, children.get(children.size() - 1).pivot());
    return Arrays.copyOf(second, Math.min(common, second.length - 1));
  }

  /** How many bytes this takes in memory, for weighing caches. */
  public int weight() {
    return weight;
  }

  int level() {
    return level;
  }

  /** The entries of a leaf. */
  Block block() {
    return block;
  }

  /** All children of an inner page. */
  List<Child> children() {
    return children;
  }

  /** The position of the child that covers {@code key}. */
  int child(byte[] key) {
    return Math.min(block.floorOrFirst(key), childIds.length - 1);
  }

  long childId(int child) {
    return childIds[child];
  }

  /** The changes buffered for a child. */
  Block buffer(int child) {
    return buffers[child];
  }
}
