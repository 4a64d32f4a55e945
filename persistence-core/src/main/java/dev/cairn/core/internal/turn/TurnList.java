package dev.cairn.core.internal.turn;

import dev.cairn.api.Bytes;
import dev.cairn.snowflake.SnowflakeId;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The processes that wait for their turn on a reference, by the numbers of their nodes; immutable.
 *
 * <p>Stored as two bytes per node, the high one first, without a header. The list is a courtesy, so
 * no stored bytes are refused: numbers that no node has, repetitions and an odd byte are ignored.
 */
public final class TurnList {
  /** The list of a reference that no process waits for. */
  public static final TurnList EMPTY = new TurnList(new int[0]);

  /** The most processes in a list: as many as there are nodes. */
  public static final int PLACES = SnowflakeId.NODES;

  private static final int NODE_BYTES = 2;

  private final int[] nodes;

  private TurnList(int[] nodes) {
    this.nodes = nodes;
  }

  /** The list with these nodes, the first in line first. */
  public static TurnList of(int... nodes) {
    return new TurnList(
        Arrays.stream(nodes).filter(node -> node >= 0 && node < PLACES).distinct().toArray());
  }

  /** The list that a row carries. */
  public static TurnList ofBytes(Bytes stored) {
    if (stored.isEmpty()) {
      return EMPTY;
    }
    int[] nodes = new int[stored.length() / NODE_BYTES];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = (stored.get(NODE_BYTES * i) & 0xff) << 8 | (stored.get(NODE_BYTES * i + 1) & 0xff);
    }
    return of(nodes);
  }

  /** The stored form. */
  public Bytes toBytes() {
    if (nodes.length == 0) {
      return Bytes.empty();
    }
    byte[] bytes = new byte[NODE_BYTES * nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      bytes[NODE_BYTES * i] = (byte) (nodes[i] >> 8);
      bytes[NODE_BYTES * i + 1] = (byte) nodes[i];
    }
    return Bytes.wrap(bytes);
  }

  public boolean isEmpty() {
    return nodes.length == 0;
  }

  public int size() {
    return nodes.length;
  }

  /** The node whose turn it is; -1 if the list is empty. */
  public int first() {
    return nodes.length == 0 ? -1 : nodes[0];
  }

  /** How many processes are before {@code node}; -1 if it is not in the list. */
  public int placeOf(int node) {
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] == node) {
        return i;
      }
    }
    return -1;
  }

  public boolean contains(int node) {
    return placeOf(node) >= 0;
  }

  /** The list with {@code node} at its end. */
  public TurnList plus(int node) {
    int[] more = Arrays.copyOf(nodes, nodes.length + 1);
    more[nodes.length] = node;
    return of(more);
  }

  /** The list with {@code node} before all others. */
  public TurnList startingWith(int node) {
    int[] more = new int[nodes.length + 1];
    more[0] = node;
    System.arraycopy(nodes, 0, more, 1, nodes.length);
    return of(more);
  }

  /** The list without {@code node}. */
  public TurnList without(int node) {
    return new TurnList(Arrays.stream(nodes).filter(each -> each != node).toArray());
  }

  /** The list without all nodes of {@code others}. */
  public TurnList without(TurnList others) {
    return others.isEmpty()
        ? this
        : new TurnList(Arrays.stream(nodes).filter(each -> !others.contains(each)).toArray());
  }

  /** Its first {@code count} nodes. */
  public TurnList first(int count) {
    return new TurnList(Arrays.copyOf(nodes, Math.min(count, nodes.length)));
  }

  /** The nodes, the first in line first. */
  public int[] nodes() {
    return nodes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TurnList list && Arrays.equals(nodes, list.nodes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nodes);
  }

  @Override
  public String toString() {
    return Arrays.stream(nodes).mapToObj(Integer::toString).collect(Collectors.joining(", "));
  }
}
