package dev.cairn.core.internal.metrics;

import dev.cairn.api.spi.Backend;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Meters of a backend's own statistics: {@code cairn.<backend>.<name>}, a counter where the name
 * ends in {@code .total}, a gauge otherwise. They are read when the registry reads the meters.
 */
public final class StatisticsMeters {
  private static final String TOTAL = ".total";

  private StatisticsMeters() {}

  /** Registers the statistics that {@code backend} has now; it must report the same names later. */
  public static void register(MeterRegistry registry, Backend backend) {
    for (String name : backend.statistics().keySet()) {
      String meter = "cairn." + backend.name() + "." + name;
      if (name.endsWith(TOTAL)) {
        FunctionCounter.builder(
                meter.substring(0, meter.length() - TOTAL.length()),
                backend,
                asked -> read(asked, name))
            .tag("backend", backend.name())
            .register(registry);
      } else {
        Gauge.builder(meter, backend, asked -> read(asked, name))
            .tag("backend", backend.name())
            .register(registry);
      }
    }
  }

  private static double read(Backend backend, String name) {
    return backend.statistics().getOrDefault(name, Double.NaN);
  }
}
