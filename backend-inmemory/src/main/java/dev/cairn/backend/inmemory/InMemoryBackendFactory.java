package dev.cairn.backend.inmemory;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import dev.cairn.api.spi.Limits;
import java.util.List;

/** Opens backends called {@code inmemory}, each with its own store that ends with it. */
public final class InMemoryBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "inmemory";

  /** The largest value of a row. */
  public static final Setting<Long> MAX_VALUE_SIZE =
      Setting.size("cairn.inmemory.max-value-size", "The largest value of a row")
          .withDefault("350k");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(MAX_VALUE_SIZE);
  }

  @Override
  public Backend open(Configuration configuration) {
    long maxValueBytes = configuration.get(MAX_VALUE_SIZE);
    if (maxValueBytes < Limits.LEAST_MAX_VALUE_BYTES || maxValueBytes > 1 << 30) {
      throw new ConfigurationException(
          "%s is %d bytes; give from %d bytes to 1g"
              .formatted(MAX_VALUE_SIZE.key(), maxValueBytes, Limits.LEAST_MAX_VALUE_BYTES));
    }
    return new InMemoryBackend((int) maxValueBytes);
  }
}
