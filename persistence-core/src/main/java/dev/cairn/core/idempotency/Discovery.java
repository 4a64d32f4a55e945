package dev.cairn.core.idempotency;

import dev.cairn.api.idempotency.IdempotencySettings;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a server tells clients of its keys, in the configuration it serves them. */
public final class Discovery {
  /** For how long repetitions are recognized; that it is there says that keys are honored. */
  public static final String LIFETIME = "idempotency-key-lifetime";

  /** Whether keys are honored, for clients that want to read both. */
  public static final String SUPPORTED = "idempotency-key-supported";

  private Discovery() {}

  /** The properties for Iceberg's {@code GET /v1/config}; none if the feature is off. */
  public static SortedMap<String, String> lifetime(IdempotencySettings settings) {
    return settings.enabled()
        ? new TreeMap<>(Map.of(LIFETIME, settings.lifetime().toString()))
        : new TreeMap<>();
  }

  /** The same with a property that says whether keys are honored. */
  public static SortedMap<String, String> pair(IdempotencySettings settings) {
    SortedMap<String, String> properties = lifetime(settings);
    properties.put(SUPPORTED, Boolean.toString(settings.enabled()));
    return properties;
  }
}
