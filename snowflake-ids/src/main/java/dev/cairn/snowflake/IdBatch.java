package dev.cairn.snowflake;

import java.util.Objects;
import java.util.stream.LongStream;

/**
 * {@linkplain SnowflakeIds#nextIds Successive} IDs of one node, taken in one step, in increasing
 * order.
 *
 * <p>A batch of 4,096 IDs costs the same as one ID.
 */
public final class IdBatch {
  private final int node;
  private final long position;
  private final int size;

  IdBatch(int node, long position, int size) {
    this.node = node;
    this.position = position;
    this.size = size;
  }

  /** The number of IDs, at least 1. */
  public int size() {
    return size;
  }

  /** The ID at {@code index}, from 0. */
  public long get(int index) {
    return NodeSequence.idAt(node, position + Objects.checkIndex(index, size));
  }

  /** The smallest ID. */
  public long first() {
    return get(0);
  }

  /** The largest ID. */
  public long last() {
    return get(size - 1);
  }

  /** All IDs, in order. */
  public LongStream stream() {
    return LongStream.range(position, position + size).map(at -> NodeSequence.idAt(node, at));
  }

  /** Such as {@code 3 IDs from 0000a0b1c2d3e4f5}. */
  @Override
  public String toString() {
    return size + " IDs from " + SnowflakeId.format(first());
  }
}
