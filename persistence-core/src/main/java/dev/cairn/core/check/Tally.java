package dev.cairn.core.check;

import dev.cairn.api.check.CheckProgress;
import dev.cairn.core.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Counts what is done, and tells of it now and then. */
final class Tally {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  final LongAdder references = new LongAdder();
  final LongAdder heads = new LongAdder();
  final LongAdder pages = new LongAdder();
  final LongAdder objects = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder expired = new LongAdder();

  private final Findings findings;
  private final Consumer<CheckProgress> progress;
  private final Environment environment;
  private final Instant began;
  private final ReentrantLock telling = new ReentrantLock();
  private Instant told;

  Tally(Findings findings, Consumer<CheckProgress> progress, Environment environment) {
    this.findings = findings;
    this.progress = progress;
    this.environment = environment;
    began = environment.clock().instant();
    told = began;
  }

  CheckProgress now() {
    return new CheckProgress(
        references.sum(),
        heads.sum(),
        pages.sum(),
        objects.sum(),
        bytes.sum(),
        findings.count(),
        Duration.between(began, environment.clock().instant()));
  }

  /** Tells how far it is, unless that was told just now or is being told. */
  void tell() {
    if (telling.tryLock()) {
      try {
        Instant now = environment.clock().instant();
        if (Duration.between(told, now).compareTo(PAUSE) >= 0) {
          told = now;
          progress.accept(now());
        }
      } finally {
        telling.unlock();
      }
    }
  }
}
