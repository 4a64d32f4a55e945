package dev.cairn.core.transfer;

import dev.cairn.api.transfer.TransferProgress;
import dev.cairn.core.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Tells now and then how far a transfer is. */
final class Meter {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ROWS_BETWEEN_LOOKS = 64;

  private final Environment environment;
  private final Consumer<TransferProgress> progress;
  private TransferProgress.Phase phase = TransferProgress.Phase.MOVING;
  private Instant began;
  private Instant told;
  private Counts counts = Counts.NONE;

  Meter(Environment environment, Consumer<TransferProgress> progress) {
    this.environment = environment;
    this.progress = progress;
    began = environment.clock().instant();
    told = began;
  }

  /** Begins a part of the transfer and says so. */
  void begin(TransferProgress.Phase next) {
    phase = next;
    began = environment.clock().instant();
    counts = Counts.NONE;
    tell(began);
  }

  void count(Counts now) {
    counts = now;
    if (now.rows() % ROWS_BETWEEN_LOOKS == 0) {
      tick(now.rows(), now.bytes());
    }
  }

  /** The same for who counts by himself. */
  void tick(long rows, long bytes) {
    counts = new Counts(0, rows, 0, bytes);
    Instant now = environment.clock().instant();
    if (Duration.between(told, now).compareTo(PAUSE) >= 0) {
      tell(now);
    }
  }

  void end() {
    tell(environment.clock().instant());
  }

  private void tell(Instant now) {
    told = now;
    progress.accept(
        new TransferProgress(phase, counts.rows(), counts.bytes(), Duration.between(began, now)));
  }
}
