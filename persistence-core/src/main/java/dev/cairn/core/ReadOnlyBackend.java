package dev.cairn.core;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A database of which nothing is changed. If no process has used it yet, it has the system's
 * reference all the same, empty as the first process would create it.
 */
final class ReadOnlyBackend extends ForwardingBackend {
  private final ReferenceRow system;

  ReadOnlyBackend(Backend delegate, ReferenceKey system, Token token) {
    super(delegate);
    this.system = ReferenceRow.create(system, token, 0);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    boolean isRead =
        switch (operation) {
          case READ_REFERENCE, SCAN_REFERENCES, FETCH, SCAN_OBJECTS -> true;
          default -> false;
        };
    if (!isRead) {
      throw refused(operation.name());
    }
    return super.around(operation, call);
  }

  private static IllegalStateException refused(String what) {
    return new IllegalStateException(
        "the database is open only to be read, which rules out %s; open it to write"
            .formatted(what));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    Optional<ReferenceRow> found = super.readReference(key, mode);
    return found.isEmpty() && key.equals(system.key()) ? Optional.of(system) : found;
  }

  @Override
  public void createSchema() {
    throw refused("creating its schema");
  }
}
