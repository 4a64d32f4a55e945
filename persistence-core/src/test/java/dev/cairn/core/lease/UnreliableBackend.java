package dev.cairn.core.lease;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** A database whose conditional writes meet a fate, and during whose calls others get a turn. */
final class UnreliableBackend extends ForwardingBackend {
  enum Fate {
    FINE,
    /** Done, and the answer is lost. */
    APPLIED,
    /** Never done, and the answer is lost. */
    LOST,
    /** Done when the test lets it land, and the answer is lost. */
    DELAYED,
    /** Certainly not done. */
    REFUSED
  }

  private final List<Supplier<?>> delayed = new ArrayList<>();

  /** Decides each conditional write. */
  Supplier<Fate> fates = () -> Fate.FINE;

  /** Runs before and after every call. */
  Runnable interleave = () -> {};

  UnreliableBackend(Backend delegate) {
    super(delegate);
  }

  /** Runs {@code action} once, in the next call. */
  void inNextCall(Runnable action) {
    interleave =
        () -> {
          interleave = () -> {};
          action.run();
        };
  }

  int delayedWrites() {
    return delayed.size();
  }

  void land(int index) {
    run(delayed.remove(index));
  }

  void landAll() {
    while (!delayed.isEmpty()) {
      land(0);
    }
  }

  private static void run(Supplier<?> call) {
    Object unheard = call.get();
    Objects.requireNonNull(unheard);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    interleave.run();
    T answer = operation.isConditional() ? conditional(call) : call.get();
    interleave.run();
    return answer;
  }

  @SuppressWarnings("unchecked") // every conditional write answers with a CasResult
  private <T> T conditional(Supplier<T> call) {
    switch (fates.get()) {
      case FINE -> {
        return call.get();
      }
      case APPLIED -> run(call);
      case LOST -> {}
      case DELAYED -> delayed.add(call);
      case REFUSED -> throw new BackendUnavailableException("refused");
    }
    return (T) CasResult.unknown(new IllegalStateException("timed out"));
  }
}
