package dev.cairn.core.internal.check;

import dev.cairn.api.check.Checks;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.ProgressMeter;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts the work of a check and reports its progress regularly. */
final class CheckTally {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  final LongAdder references = new LongAdder();
  final LongAdder heads = new LongAdder();
  final LongAdder pages = new LongAdder();
  final LongAdder objects = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder expired = new LongAdder();

  private final Findings findings;
  private final Consumer<Checks.Progress> progress;
  private final ProgressMeter meter;

  CheckTally(Findings findings, Consumer<Checks.Progress> progress, Environment environment) {
    this.findings = findings;
    this.progress = progress;
    this.meter = new ProgressMeter(environment, INTERVAL);
  }

  Checks.Progress now() {
    return new Checks.Progress(
        references.sum(),
        heads.sum(),
        pages.sum(),
        objects.sum(),
        bytes.sum(),
        findings.count(),
        meter.elapsed());
  }

  /** Reports the progress, unless that was done just now or is being done. */
  void tell() {
    meter.reportIfDue(() -> progress.accept(now()));
  }
}
