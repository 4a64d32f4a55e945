package dev.cairn.core.internal.transfer;

import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.ProgressMeter;
import java.time.Duration;
import java.util.function.Consumer;

/** Reports the progress of a transfer regularly. */
final class TransferMeter {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int ROWS_BETWEEN_LOOKS = 64;

  private final Consumer<Transfers.Progress> progress;
  private final ProgressMeter meter;
  private Transfers.Progress.Phase phase = Transfers.Progress.Phase.MOVING;
  private ExportCounts counts = ExportCounts.NONE;

  TransferMeter(Environment environment, Consumer<Transfers.Progress> progress) {
    this.progress = progress;
    this.meter = new ProgressMeter(environment, INTERVAL);
  }

  /** Begins a phase of the transfer and reports it. */
  void begin(Transfers.Progress.Phase next) {
    phase = next;
    meter.begin();
    counts = ExportCounts.NONE;
    tell();
  }

  void count(ExportCounts now) {
    counts = now;
    if (now.rows() % ROWS_BETWEEN_LOOKS == 0) {
      tick(now.rows(), now.bytes());
    }
  }

  /** Counts for callers that keep their own totals. */
  void tick(long rows, long bytes) {
    counts = new ExportCounts(0, rows, 0, bytes);
    meter.reportIfDue(this::tell);
  }

  void end() {
    tell();
  }

  private void tell() {
    progress.accept(new Transfers.Progress(phase, counts.rows(), counts.bytes(), meter.elapsed()));
  }
}
