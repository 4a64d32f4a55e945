package dev.cairn.backend.cassandra;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A part of the ring, both tokens included. */
record Arc(long first, long last) {
  static final Arc RING = new Arc(Long.MIN_VALUE, Long.MAX_VALUE);

  /** Cuts the ring into arcs of equal length: keys are hashed, so all have about as many rows. */
  static List<Arc> cut(int parts) {
    List<Arc> arcs = new ArrayList<>();
    long first = Long.MIN_VALUE;
    for (int part = 1; part <= parts; part++) {
      long last = end(part, parts);
      arcs.add(new Arc(first, last));
      first = last + 1;
    }
    return arcs;
  }

  private static long end(int part, int parts) {
    return BigInteger.TWO
        .pow(Long.SIZE)
        .multiply(BigInteger.valueOf(part))
        .divide(BigInteger.valueOf(parts))
        .add(BigInteger.valueOf(Long.MIN_VALUE))
        .subtract(BigInteger.ONE)
        .longValueExact();
  }
}
