package dev.cairn.iceberg.catalog;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One process's connection to a backend: closing it leaves the backend open for the others. */
final class SharedBackend extends ForwardingBackend {
  private final Consumer<Operation> before;

  SharedBackend(Backend delegate) {
    this(delegate, operation -> {});
  }

  /**
   * @param before called before every operation on rows; may throw
   */
  SharedBackend(Backend delegate, Consumer<Operation> before) {
    super(delegate);
    this.before = before;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    before.accept(operation);
    return call.get();
  }

  @Override
  public void close() {}
}
