package dev.cairn.iceberg.warehouse;

import java.util.Map;
import org.apache.iceberg.inmemory.InMemoryFileIO;

/** Files in memory, with the properties that they were initialized with. */
public final class MemoryFileIO extends InMemoryFileIO {
  private static final long serialVersionUID = 1L;

  private Map<String, String> given = Map.of();

  @Override
  public void initialize(Map<String, String> properties) {
    given = Map.copyOf(properties);
  }

  @Override
  public Map<String, String> properties() {
    return given;
  }
}
