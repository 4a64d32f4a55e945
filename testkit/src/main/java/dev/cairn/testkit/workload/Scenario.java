package dev.cairn.testkit.workload;

import dev.cairn.api.spi.Backend;
import java.util.function.Supplier;

/** Something that must hold whatever goes wrong, tried once for each seed. */
public interface Scenario {
  /** What it is about, in a few words. */
  String name();

  /** It is tried with one of so many seeds: more than 1 if a run takes long. */
  default int oneSeedOf() {
    return 1;
  }

  /**
   * Tries it once.
   *
   * @param stores opens a store that is empty
   * @param tally counts what happened
   * @throws AssertionError if it does not hold, with what is needed to see it again
   */
  void run(long seed, Supplier<Backend> stores, ChaosTally tally);
}
