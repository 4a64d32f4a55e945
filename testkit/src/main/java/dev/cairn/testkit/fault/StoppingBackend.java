package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets a thread stand just before or just after a call, so that a test decides what others do
 * meanwhile.
 */
public final class StoppingBackend extends ForwardingBackend {
  private final List<Planned> planned = new ArrayList<>();

  private record Planned(Operation operation, boolean before, Stop stop) {}

  /** Stops no call yet. */
  public StoppingBackend(Backend delegate) {
    super(delegate);
  }

  /** Stops the next call of {@code operation} that begins, before anything is done. */
  public Stop stopBefore(Operation operation) {
    return plan(operation, true);
  }

  /** Stops the next call of {@code operation} that begins, when all is done but the answer. */
  public Stop stopAfter(Operation operation) {
    return plan(operation, false);
  }

  private synchronized Stop plan(Operation operation, boolean before) {
    Stop stop = new Stop();
    planned.add(new Planned(operation, before, stop));
    return stop;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    Optional<Planned> mine = take(operation);
    mine.filter(Planned::before).ifPresent(plan -> plan.stop().hold());
    T result = super.around(operation, call);
    mine.filter(plan -> !plan.before()).ifPresent(plan -> plan.stop().hold());
    return result;
  }

  // A write and a swap in one call are before both before they begin, and after both in the end.
  private static boolean covers(Operation operation, Planned plan) {
    return plan.operation() == operation
        || (operation == Operation.WRITE_AND_SWAP
            && (plan.operation() == Operation.WRITE
                || plan.operation() == Operation.SWAP_REFERENCE));
  }

  private synchronized Optional<Planned> take(Operation operation) {
    for (Iterator<Planned> each = planned.iterator(); each.hasNext(); ) {
      Planned plan = each.next();
      if (covers(operation, plan)) {
        each.remove();
        return Optional.of(plan);
      }
    }
    return Optional.empty();
  }
}
