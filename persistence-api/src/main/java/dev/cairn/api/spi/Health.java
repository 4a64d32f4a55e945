package dev.cairn.api.spi;

import dev.cairn.api.CairnException;
import java.util.function.Supplier;

/**
 * The health of a database connection.
 *
 * @param healthy whether reads and writes are expected to work
 * @param detail one sentence for operators, without secrets
 */
public record Health(boolean healthy, String detail) {
  /** What {@code check} returns; not healthy if it throws, with its message as the detail. */
  public static Health of(Supplier<Health> check) {
    try {
      return check.get();
    } catch (CairnException e) {
      return new Health(false, String.valueOf(e.getMessage()));
    }
  }
}
