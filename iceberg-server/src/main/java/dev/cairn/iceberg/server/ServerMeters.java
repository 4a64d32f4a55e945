package dev.cairn.iceberg.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** What the server measures. */
final class ServerMeters {
  private final MeterRegistry registry;
  private final AtomicInteger active = new AtomicInteger();

  ServerMeters(MeterRegistry registry, BodyBudget budget) {
    this.registry = registry;
    registry.gauge("cairn.server.active", active);
    registry.gauge("cairn.server.buffered", budget, BodyBudget::taken);
  }

  void begin() {
    active.incrementAndGet();
  }

  void end(String operation, String outcome, Duration duration) {
    active.decrementAndGet();
    Timer.builder("cairn.server.request")
        .description("Requests, from the first byte to the last")
        .tags("operation", operation, "outcome", outcome)
        .register(registry)
        .record(duration);
  }

  /** Counts a request that ran into a bound. */
  void limited(BodyReader.End bound) {
    limited(bound.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** Counts a request that ran into a bound. */
  void limited(String bound) {
    registry.counter("cairn.server.limited", "bound", bound).increment();
  }
}
