package dev.cairn.iceberg.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the server measures. */
final class ServerMeters {
  private final MeterRegistry registry;
  private final AtomicInteger active = new AtomicInteger();
  private final Map<Kind, Timer> requests = new ConcurrentHashMap<>();

  private record Kind(String operation, String outcome) {}

  ServerMeters(MeterRegistry registry, MemoryBudget budget) {
    this.registry = registry;
    registry.gauge("cairn.server.active", active);
    registry.gauge("cairn.server.buffered", budget, MemoryBudget::taken);
  }

  /** Shows how many connections are open. */
  void connections(Supplier<Number> open) {
    Gauge.builder("cairn.server.connections", open).register(registry);
  }

  /** Shows when the certificate expires, and whether its files are wrong. */
  void tls(Supplier<Number> expiry, Supplier<Number> broken) {
    Gauge.builder("cairn.server.tls.expiry", expiry).register(registry);
    Gauge.builder("cairn.server.tls.broken", broken).register(registry);
  }

  /** Counts changes of the certificate's files, by what became of them. */
  void tlsReload(String outcome) {
    registry.counter("cairn.server.tls.reload", "outcome", outcome).increment();
  }

  void begin() {
    active.incrementAndGet();
  }

  void end(String operation, String outcome, Duration duration) {
    active.decrementAndGet();
    requests.computeIfAbsent(new Kind(operation, outcome), this::timer).record(duration);
  }

  private Timer timer(Kind kind) {
    return Timer.builder("cairn.server.request")
        .description("Requests, from the first byte to the last")
        .tags("operation", kind.operation(), "outcome", kind.outcome())
        .register(registry);
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
