package dev.cairn.core.internal.lease;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.function.Supplier;

/** A database during whose calls others get a turn. */
final class InterleavingBackend extends ForwardingBackend {
  /** Runs before and after every call. */
  Runnable interleave = () -> {};

  InterleavingBackend(Backend delegate) {
    super(delegate);
  }

  /** Runs {@code action} once, before the next call. */
  void beforeNextCall(Runnable action) {
    interleave =
        () -> {
          interleave = () -> {};
          action.run();
        };
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    interleave.run();
    T answer = call.get();
    interleave.run();
    return answer;
  }
}
