package dev.cairn.benchmarks.compare;

/** A measuring side: Cairn or Nessie. */
interface Side extends AutoCloseable {
  /** Which of the two. */
  enum Name {
    CAIRN,
    NESSIE
  }

  /** Creates a store for {@code cell} and fills it. */
  void open(Cell cell);

  /** Does the work of the open cell for a number of seconds, and returns its figures. */
  Figures run(double seconds);

  /**
   * Does the same unmeasured, until compilers are idle and it gets no faster, or the time is over.
   */
  void warmUp(double mostSeconds);

  /** Drops the store. */
  void drop();

  @Override
  void close();
}
