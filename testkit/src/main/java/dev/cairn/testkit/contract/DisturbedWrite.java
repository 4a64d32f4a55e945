package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.testkit.server.Fate;
import java.util.Optional;

/**
 * How a conditional write ended on a bad network.
 *
 * @param write the write
 * @param result what it answered, unless it was refused
 * @param refused the exception that says it certainly did nothing
 */
record DisturbedWrite(
    ConditionalWrite write,
    Optional<CasResult<?>> result,
    Optional<BackendUnavailableException> refused) {
  static DisturbedWrite of(ConditionalWrite write, Backend backend) {
    try {
      return new DisturbedWrite(write, Optional.of(write.call(backend)), Optional.empty());
    } catch (BackendUnavailableException e) {
      return new DisturbedWrite(write, Optional.empty(), Optional.of(e));
    }
  }

  /**
   * Fails unless the answer was true.
   *
   * @param direct shows by another way what became of the write
   */
  void check(Fate fate, Backend direct) {
    boolean isDone = write.isDone(direct);
    String guarantee =
        "a write whose fate the driver does not know is unknown: %s with %s was answered "
            .formatted(write, fate);
    String fact = isDone ? ", and it was applied" : ", and it was not applied";
    if (refused.isPresent()) {
      if (isDone) {
        fail(guarantee + "'unavailable', which says it did nothing" + fact, refused.get());
      }
    } else if (result.get() instanceof CasResult.Conflict) {
      fail(guarantee + "'conflict', though its condition held" + fact);
    } else if (result.get() instanceof CasResult.Applied && !isDone) {
      fail(guarantee + "'applied'" + fact);
    }
  }
}
