package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.ArrayList;
import java.util.List;

/**
 * An opened page: checked once, then searched in place as often as anybody likes. This is what a
 * {@link PageCache} holds.
 *
 * <pre>
 * page     = format level body checksum     level 0 is a leaf
 * leaf     = block
 * inner    = pivots-length pivots { buffer }     a block, then a block for each child that has one
 * child    = id buffer-offset buffer-length entries buffered     the value of a pivot
 * </pre>
 *
 * <p>The checksum covers the page's ID too, so a page found under another's ID is damage.
 */
public final class Page {
  static final int MAX_LEVEL = 40;

  /** The first pivot of every page: its first child covers whatever keys come to the page. */
  static final byte[] LOWEST = {};

  private static final String WHAT = "index page";

  private final int level;
  private final byte[] data;
  private final int buffers;
  private final Block block;

  private Page(long id, byte[] data) {
    int end = Frame.check(WHAT, id, data);
    Source source = new Source(data, Frame.HEADER, end);
    this.data = data;
    this.level = source.next();
    if (level > MAX_LEVEL) {
      throw new DamagedDataException("an index page has the impossible level " + level);
    }
    int length = level == 0 ? source.remaining() : source.nextVarint();
    int from = source.advance(length);
    this.block = Block.open(data, from, from + length);
    this.buffers = source.position();
    if (level > 0 && block.isEmpty()) {
      throw new DamagedDataException("an inner index page has no children");
    }
  }

  /** Opens what is stored under {@code id}; throws if these are not the bytes that were written. */
  static Page open(long id, Bytes bytes) {
    try {
      return new Page(id, bytes.toByteArray());
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "index page %016x is damaged: %s".formatted(id, e.getMessage()), e);
    }
  }

  static Bytes writeLeaf(long id, byte[] block) {
    Sink sink = Frame.begin(block.length + 16);
    sink.put(0);
    sink.put(block);
    return Frame.seal(id, sink);
  }

  static Bytes writeInner(long id, int level, List<Child> children) {
    List<Entry> pivots = new ArrayList<>(children.size());
    int size = 0;
    for (Child child : children) {
      byte[] pivot = pivots.isEmpty() ? LOWEST : child.pivot();
      pivots.add(new Entry(pivot, child.toValue(size)));
      size += child.buffer().length;
    }
    byte[] block = BlockWriter.write(pivots, IndexLimits.CHILD_RESTART_INTERVAL);
    Sink sink = Frame.begin(block.length + size + 16);
    sink.put(level);
    sink.putVarint(block.length);
    sink.put(block);
    for (Child child : children) {
      sink.put(child.buffer());
    }
    return Frame.seal(id, sink);
  }

  /** How many bytes this keeps in memory, for caches that weigh. */
  public int weight() {
    return data.length + 160;
  }

  int level() {
    return level;
  }

  /** The entries of a leaf, or the pivots of an inner page. */
  Block block() {
    return block;
  }

  /** All children of an inner page. */
  List<Child> children() {
    List<Child> children = new ArrayList<>(block.count());
    for (Entry pivot : new Runs.BlockEntries(block)) {
      children.add(Child.read(pivot, data, buffers));
    }
    return children;
  }

  /**
   * The child that covers {@code key}, found in place: what to hand to {@link #childId} and {@link
   * #buffer}.
   */
  int child(byte[] key) {
    long floor = block.floor(key);
    if (floor == Block.NONE) {
      throw new DamagedDataException("the first pivot of an index page is not empty");
    }
    return block.payloadAt(Block.valueOffset(floor));
  }

  long childId(int child) {
    return Child.id(data, child);
  }

  /** The changes held back for a child. */
  Block buffer(int child) {
    int end = Frame.end(data);
    int at = child + Long.BYTES;
    int offset = Varint.read(data, at, end);
    int length = Varint.read(data, at + Varint.size(offset), end);
    return bufferAt(offset, length);
  }

  private Block bufferAt(int offset, int length) {
    long from = (long) buffers + offset;
    if (from + length > Frame.end(data)) {
      throw new DamagedDataException("a buffer lies outside its index page");
    }
    return Block.open(data, (int) from, (int) from + length);
  }
}
