package dev.cairn.benchmarks.compare;

/** Calls to a database, with the rows and bytes written. */
public record Costs(long calls, long rows, long bytes) {
  Costs plus(Costs other) {
    return new Costs(calls + other.calls, rows + other.rows, bytes + other.bytes);
  }

  Costs minus(Costs other) {
    return new Costs(calls - other.calls, rows - other.rows, bytes - other.bytes);
  }
}
