package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;
import java.util.Optional;

/** Decides which calls of a {@link FaultyBackend} meet a fault. */
@FunctionalInterface
public interface FaultPlan {
  /**
   * The fault that a call meets, if any; one that does not apply to the operation is ignored. Calls
   * come one at a time.
   *
   * @param call the number of the call, the first being 1
   */
  Optional<Injection> next(long call, Operation operation);

  /** Nothing goes wrong. */
  static FaultPlan none() {
    return (call, operation) -> Optional.empty();
  }
}
