package dev.cairn.testkit.engine;

import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;

/** A moment in the life of a commit after it was taken from the queue. */
enum Point {
  IN_THE_CHANGE,
  BEFORE_THE_WRITE,
  AFTER_THE_WRITE,
  BEFORE_THE_SWAP,
  AFTER_THE_SWAP;

  /** Stops the next commit here, in its change at {@code ofChange}, see {@link #stopped}. */
  Stop plan(StoppingBackend backend, Stop ofChange) {
    return switch (this) {
      case IN_THE_CHANGE -> ofChange;
      case BEFORE_THE_WRITE -> backend.stopBefore(Operation.WRITE);
      case AFTER_THE_WRITE -> backend.stopAfter(Operation.WRITE);
      case BEFORE_THE_SWAP -> backend.stopBefore(Operation.SWAP_REFERENCE);
      case AFTER_THE_SWAP -> backend.stopAfter(Operation.SWAP_REFERENCE);
    };
  }

  /** The change, which stops at {@code stop} if this point is in it. */
  <R> Change<R> stopped(Change<R> change, Stop stop) {
    return this != IN_THE_CHANGE
        ? change
        : workspace -> {
          stop.hold();
          return change.apply(workspace);
        };
  }
}
