package dev.cairn.benchmarks.compare;

/** The operation that a cell repeats. */
enum Work {
  INSERT("first commits into an empty reference", "commits/s"),
  COMMIT("one-key commits", "commits/s"),
  LOOKUP("lookups from the current head", "lookups/s"),
  LIST("listing all keys", "keys/s"),
  LEVEL("listing the namespaces of the warehouse", "listings/s"),
  STORE("storing 1 KB objects, one a call", "objects/s"),
  STORE_BULK("storing 1 KB objects, 100 a call", "objects/s"),
  FETCH("fetching 1 KB objects, cached, one a call", "objects/s"),
  FETCH_BULK("fetching 1 KB objects, cached, 100 a call", "objects/s"),
  FETCH_COLD("fetching 1 KB objects, not cached, one a call", "objects/s"),
  FETCH_BULK_COLD("fetching 1 KB objects, not cached, 100 a call", "objects/s"),
  HOLD("what a loaded store holds", "keys"),
  KEYED("commits with an idempotency key", "commits/s"),
  FIRST("first idempotent requests", "requests/s"),
  REPLAY("replayed idempotent requests", "requests/s");

  private final String title;
  private final String unit;

  Work(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  /** The number of objects to fetch, requests to replay or first commits to make. */
  int count() {
    return switch (this) {
      case INSERT -> 2_000;
      case REPLAY -> 10_000;
      default -> 20_000;
    };
  }

  boolean isCold() {
    return this == FETCH_COLD || this == FETCH_BULK_COLD;
  }
}
