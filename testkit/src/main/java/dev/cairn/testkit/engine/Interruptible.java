package dev.cairn.testkit.engine;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.List;
import java.util.function.Supplier;

/** A backend whose calls would be disturbed by an interrupt, and which insists on having none. */
final class Interruptible extends ForwardingBackend {
  private Interruptible(Backend delegate) {
    super(delegate);
  }

  /** The backend itself, and one that interrupts disturb. */
  static List<Backend> both(Backend backend) {
    return backend.isInterruptible()
        ? List.of(new Interruptible(backend))
        : List.of(backend, new Interruptible(backend));
  }

  @Override
  public boolean isInterruptible() {
    return true;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    if (Thread.currentThread().isInterrupted()) {
      throw new AssertionError(operation + " is called by a thread that is interrupted");
    }
    return super.around(operation, call);
  }
}
