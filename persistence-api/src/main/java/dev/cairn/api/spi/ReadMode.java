package dev.cairn.api.spi;

/** The consistency of a read. */
public enum ReadMode {
  /**
   * May miss recent writes, and catches up with them after some time. A row found was written, but
   * an updateable row may be an old version, and a missing row may exist: only a strong read proves
   * absence.
   */
  WEAK,

  /**
   * Linearizable among all processes that use the store: returns the row as of one moment between
   * the start and the end of the call. It sees every write acknowledged to any process before the
   * read started, and everything that an earlier strong read returned; versions never go back. Each
   * row of a bulk read is linearizable by itself.
   */
  STRONG
}
