package dev.cairn.testkit.chaos;

import dev.cairn.api.spi.Backend;
import java.util.function.Supplier;

/** Something that must hold whatever goes wrong, tried once for each seed. */
public interface Scenario {
  /** What it is about, in a few words. */
  String name();

  /**
   * Tries it once.
   *
   * @param stores opens a store that is empty
   * @param tally counts what happened
   * @throws AssertionError if it does not hold, with what is needed to see it again
   */
  void run(long seed, Supplier<Backend> stores, Tally tally);
}
