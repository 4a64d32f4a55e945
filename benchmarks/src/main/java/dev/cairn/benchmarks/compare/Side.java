package dev.cairn.benchmarks.compare;

/** Cairn or Nessie, as something that measures. */
interface Side extends AutoCloseable {
  /** Which of the two. */
  enum Name {
    CAIRN,
    NESSIE
  }

  /** Makes a store for {@code cell} and fills it. */
  void open(Cell cell);

  /** Does the work of the open cell for so many seconds, and tells how that went. */
  Figures run(double seconds);

  /** Does the same unmeasured, until compilers are idle and it gets no faster, at most so long. */
  void warmUp(double mostSeconds);

  /** Drops the store. */
  void drop();

  @Override
  void close();
}
