package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.SortedMap;
import java.util.TreeMap;

/** The figures of one round of one side, by name. */
record Figures(@JsonValue SortedMap<String, Double> values) {
  /** The rate per second. */
  static final String RATE = "rate";

  /** Microseconds of processor time of the whole process for each. */
  static final String CPU = "cpu";

  static final String P50 = "p50";
  static final String P99 = "p99";
  static final String P999 = "p99.9";
  static final String MAX = "max";

  /** The slowest thread's work divided by the fastest's. */
  static final String FAIRNESS = "fairness";

  /** The work of the store that did least divided by that of the one that did most. */
  static final String SHARE = "share";

  /** The number of operations. */
  static final String DONE = "done";

  /** The number of operations given up. */
  static final String FAILED = "failed";

  /** The same for commits without a key, measured in turns with those that have one. */
  static final String PLAIN_RATE = "plain rate";

  static final String PLAIN_CPU = "plain cpu";

  static final String CALLS = "calls";
  static final String ROWS = "rows";
  static final String BYTES = "bytes";
  static final String HEAP = "heap MB";
  static final String INDEX_BYTES = "index bytes per key";

  @JsonCreator
  Figures {}

  Figures() {
    this(new TreeMap<>());
  }

  Figures with(String name, double value) {
    values.put(name, value);
    return this;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  double get(String name) {
    return values.getOrDefault(name, Double.NaN);
  }
}
