package dev.cairn.snowflake;

import java.util.Objects;
import java.util.stream.LongStream;

/**
 * IDs that were taken in one step: {@linkplain SnowflakeIds#nextIds successive} ones of one node,
 * in increasing order. It costs the same for 1 ID and for 4,096.
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

  /** How many IDs there are, at least 1. */
  public int size() {
    return size;
  }

  /** The ID at {@code index}, from 0. */
  public long get(int index) {
    return NodeSequence.idAt(node, position + Objects.checkIndex(index, size));
  }

  /** The smallest. */
  public long first() {
    return get(0);
  }

  /** The largest. */
  public long last() {
    return get(size - 1);
  }

  /** All of them, in order. */
  public LongStream stream() {
    return LongStream.range(position, position + size).map(at -> NodeSequence.idAt(node, at));
  }

  /** Such as {@code 3 IDs from 0000a0b1c2d3e4f5}. */
  @Override
  public String toString() {
    return size + " IDs from " + SnowflakeId.format(first());
  }
}
