package dev.cairn.iceberg.catalog;

import java.time.DateTimeException;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Runs Iceberg's builders on what a client sent. They refuse most of what is wrong, and stumble
 * over the rest: a partition spec without a schema is a null pointer to them.
 */
final class IcebergBuilder {
  private IcebergBuilder() {}

  /**
   * What {@code builder} makes. It only computes, so whatever it throws, nothing was changed.
   *
   * @throws ValidationException if it stumbles
   */
  static <T> T run(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (NullPointerException
        | IllegalStateException
        | ClassCastException
        | IndexOutOfBoundsException
        | ArithmeticException
        | NoSuchElementException
        | DateTimeException e) {
      throw new ValidationException(
          e,
          "Invalid request: Iceberg cannot build metadata from it: %s",
          e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }
}
