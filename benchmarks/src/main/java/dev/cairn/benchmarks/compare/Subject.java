package dev.cairn.benchmarks.compare;

import java.util.List;

/**
 * A store with keys: the operations that each side implements. Keys have numbers; values are bytes.
 * All methods but {@link #load} may be called by many threads.
 */
interface Subject extends AutoCloseable {
  /** How many keys a commit of {@link #load} puts. */
  int KEYS_PER_LOADING_COMMIT = 1_000;

  /** Puts these keys, which are in order, with a value each. */
  void load(List<Integer> numbers, DistinctValues values);

  /**
   * Gives a key a new value, by one commit that is repeated until it succeeds.
   *
   * @return false if the store gave up
   */
  boolean commit(int number, byte[] value);

  /** Finds the value of a key from the current head of the reference; returns its length. */
  int lookUp(int number);

  /** Lists all keys of the current head with their values; returns how many there are. */
  long list();

  /** Lists the namespaces of the current head; returns how many there are. */
  long listLevel();

  /** Stores objects by one call; returns handles to them. */
  List<?> store(List<byte[]> values);

  /** Fetches objects by one call; returns the length of all. */
  long fetch(List<?> handles);

  /** The total size of the index of the current head in bytes. */
  long indexBytes();

  /** The counts, if the storage counts. */
  Costs costs();

  /** Another store on the same storage, with its own cache. */
  Subject another();

  @Override
  void close();
}
