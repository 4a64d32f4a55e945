package dev.cairn.core.internal.maintenance;

import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.ProgressMeter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Sends heartbeats and the progress of a phase. */
final class PhaseMeter implements PhaseListener {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final Runnable heartbeat;
  private final Consumer<Maintenance.Progress> progress;
  private final Backend backend;
  private final ProgressMeter meter;
  private String phase = "";
  private OptionalLong expected = OptionalLong.empty();
  private long done;

  PhaseMeter(
      Runnable heartbeat,
      Consumer<Maintenance.Progress> progress,
      Backend backend,
      Environment environment) {
    this.heartbeat = heartbeat;
    this.progress = progress;
    this.backend = backend;
    this.meter = new ProgressMeter(environment, INTERVAL);
  }

  @Override
  public Steps phase(String name) {
    return rows -> take(name, rows);
  }

  private void take(String name, long rows) {
    if (!name.equals(phase)) {
      phase = name;
      meter.begin();
      done = 0;
      expected = expected(name);
    }
    done += rows;
    heartbeat.run();
    meter.reportIfDue(
        () -> progress.accept(new Maintenance.Progress(name, done, expected, meter.elapsed())));
  }

  private OptionalLong expected(String name) {
    return switch (name) {
      case "fence" -> backend.estimateSize().references();
      case "sweep" -> backend.estimateSize().objects();
      default -> OptionalLong.empty();
    };
  }
}
