package dev.cairn.benchmarks.compare;

import java.util.List;

/**
 * A store with keys in it: what both sides do in their own ways. Keys have numbers; values are
 * bytes. All methods but {@link #load} may be called by many threads.
 */
interface Subject extends AutoCloseable {
  /** How many keys a commit of {@link #load} puts. */
  int KEYS_PER_LOADING_COMMIT = 1_000;

  /** Puts these keys, which are in order, with a value each. */
  void load(List<Integer> numbers, Values values);

  /**
   * Puts a key to a new value, by a commit of its own that is repeated until it succeeds.
   *
   * @return false if the store gave up
   */
  boolean commit(int number, byte[] value);

  /** Finds the value of a key from the current head of the reference; returns its length. */
  int lookUp(int number);

  /** Lists all keys of the current head with what they lead to; returns how many there are. */
  long list();

  /** Lists the namespaces of the current head; returns how many there are. */
  long listLevel();

  /** Stores objects by one call; returns handles to them. */
  List<?> store(List<byte[]> values);

  /** Fetches objects by one call; returns the length of all. */
  long fetch(List<?> handles);

  /** How many bytes the index of the current head takes, all that it consists of. */
  long indexBytes();

  /** What was counted, if the storage counts. */
  Costs costs();

  /** Another store on the same storage, with a cache of its own. */
  Subject another();

  @Override
  void close();
}
