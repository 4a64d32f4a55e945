package dev.cairn.api.idempotency;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Properties that announce idempotency keys in the configuration a server sends to clients. */
public final class Discovery {
  /** The lifetime of keys; its presence announces that keys are honored. */
  public static final String LIFETIME = "idempotency-key-lifetime";

  /** Whether keys are honored, for clients that read both properties. */
  public static final String SUPPORTED = "idempotency-key-supported";

  private Discovery() {}

  /** The properties for Iceberg's {@code GET /v1/config}; empty if keys are disabled. */
  public static SortedMap<String, String> lifetime(IdempotencySettings settings) {
    return settings.enabled()
        ? new TreeMap<>(Map.of(LIFETIME, settings.lifetime().toString()))
        : new TreeMap<>();
  }

  /** The properties of {@link #lifetime} and whether keys are honored. */
  public static SortedMap<String, String> pair(IdempotencySettings settings) {
    SortedMap<String, String> properties = lifetime(settings);
    properties.put(SUPPORTED, Boolean.toString(settings.enabled()));
    return properties;
  }
}
