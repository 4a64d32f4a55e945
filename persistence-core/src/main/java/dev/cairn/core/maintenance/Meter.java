package dev.cairn.core.maintenance;

import dev.cairn.api.maintenance.Progress;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.Environment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Says that the work goes on, and how far it is. */
final class Meter implements Phases {
  private static final long EVERY_MICROS = 500_000;

  private final Runnable heartbeat;
  private final Consumer<Progress> progress;
  private final Backend backend;
  private final Environment environment;
  private String phase = "";
  private OptionalLong expected = OptionalLong.empty();
  private long began;
  private long told;
  private long done;

  Meter(Runnable heartbeat, Consumer<Progress> progress, Backend backend, Environment environment) {
    this.heartbeat = heartbeat;
    this.progress = progress;
    this.backend = backend;
    this.environment = environment;
  }

  @Override
  public Steps phase(String name) {
    return rows -> take(name, rows);
  }

  private void take(String name, long rows) {
    long now = environment.nowMicros();
    if (!name.equals(phase)) {
      phase = name;
      began = now;
      told = now;
      done = 0;
      expected = expected(name);
    }
    done += rows;
    heartbeat.run();
    if (Math.abs(now - told) >= EVERY_MICROS) {
      told = now;
      Duration elapsed = Duration.of(Math.max(0, now - began), ChronoUnit.MICROS);
      progress.accept(new Progress(name, done, expected, elapsed));
    }
  }

  private OptionalLong expected(String name) {
    return switch (name) {
      case "fence" -> backend.estimateSize().references();
      case "sweep" -> backend.estimateSize().objects();
      default -> OptionalLong.empty();
    };
  }
}
