package dev.cairn.core.internal.check;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.ReferenceScan;
import dev.cairn.core.internal.objects.StoredObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.WorkStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The engine's {@link Checks} of a backend. */
public final class EngineChecks implements Checks {
  // How many rows of references are in memory, and can be checked at once.
  private static final int BATCH = 256;

  private final Backend backend;
  private final Codec codec;
  private final ObjectTypes types;
  private final RetainedHeadLookup retained;
  private final Environment environment;
  private final Executor executor;

  /**
   * @param types values of these types are decoded; of others, only the envelope is read
   */
  public EngineChecks(
      Backend backend,
      Codec codec,
      ObjectTypes types,
      RetainedHeadLookup retained,
      Environment environment,
      Executor executor) {
    this.backend = backend;
    this.codec = codec;
    this.types = types;
    this.retained = retained;
    this.environment = environment;
    this.executor = executor;
  }

  @Override
  public CheckReport check(Checks.Options options, Consumer<Checks.Progress> progress) {
    return new Run(options, progress, true).run(visitor -> scan(options.scope(), visitor));
  }

  /** Checks what these rows would lead to if they were stored. */
  public CheckReport check(
      List<ReferenceRow> rows, Checks.Options options, Consumer<Checks.Progress> progress) {
    return check(rows, options, progress, false);
  }

  /** Checks what these rows lead to, which were read from the backend. */
  public CheckReport checkStored(
      List<ReferenceRow> rows, Checks.Options options, Consumer<Checks.Progress> progress) {
    return check(rows, options, progress, true);
  }

  private CheckReport check(
      List<ReferenceRow> rows,
      Checks.Options options,
      Consumer<Checks.Progress> progress,
      boolean isStored) {
    return new Run(options, progress, isStored)
        .run(
            visitor -> {
              for (int from = 0; from < rows.size(); from += BATCH) {
                visitor.accept(rows.subList(from, Math.min(rows.size(), from + BATCH)));
              }
            });
  }

  private void scan(Optional<Scope> scope, Consumer<List<ReferenceRow>> visitor) {
    ReferenceScan scan = new ReferenceScan(backend, environment, scope);
    Optional<ScanPosition> position = Optional.empty();
    do {
      List<ReferenceRow> rows = new ArrayList<>(BATCH);
      position = scan(scan, position, rows);
      visitor.accept(rows);
    } while (position.isPresent());
  }

  private static Optional<ScanPosition> scan(
      ReferenceScan scan, Optional<ScanPosition> after, List<ReferenceRow> rows) {
    try {
      return scan.run(
          after,
          row -> {
            rows.add(row);
            return rows.size() < BATCH;
          });
    } catch (DamagedDataException e) {
      throw new UnreadableException(e);
    }
  }

  /** Thrown because a scan cannot continue after a row that it cannot read. */
  private static final class UnreadableException extends RuntimeException {
    UnreadableException(DamagedDataException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Source of rows, a few at a time. */
  private interface Rows {
    void forEach(Consumer<List<ReferenceRow>> visitor);
  }

  private final class Run {
    private final Checks.Options options;
    private final boolean isStored;
    private final Findings findings;
    private final CheckTally tally;
    private final Consumer<Checks.Progress> progress;

    Run(Checks.Options options, Consumer<Checks.Progress> progress, boolean isStored) {
      this.isStored = isStored;
      this.options = options;
      this.findings = new Findings(options.maxFindings());
      this.tally = new CheckTally(findings, progress, environment);
      this.progress = progress;
    }

    CheckReport run(Rows rows) {
      boolean isComplete = check(rows);
      Checks.Progress totals = tally.now();
      if (findings.count() > 0) {
        findAffected(rows);
      }
      CheckReport report =
          new CheckReport(
              totals, findings.list(), findings.further(), tally.expired.sum(), isComplete);
      progress.accept(totals);
      return report;
    }

    private boolean check(Rows rows) {
      WorkStack workers = new WorkStack(executor, options.parallelism());
      CheckWalk walk = walk(workers, tally);
      try {
        rows.forEach(batch -> check(walk, workers, batch));
        return true;
      } catch (UnreadableException e) {
        findings.add(
            Finding.Kind.DAMAGED,
            options.scope().orElse(Scope.SYSTEM),
            "references",
            e.getMessage() + "; references after it were not checked",
            Affected.state("", 0));
        return false;
      }
    }

    private void check(CheckWalk walk, WorkStack workers, List<ReferenceRow> batch) {
      List<HeadLineCheck> lines = new ArrayList<>();
      for (ReferenceRow row : batch) {
        tally.references.increment();
        HeadLineCheck line = new HeadLineCheck(walk, row);
        lines.add(line);
        walk.later(line::checkCurrent);
      }
      workers.finish();
      // Current states first: findings in shared pages are then reported for the current state.
      for (int i = 0; options.history() && i < lines.size(); i++) {
        HeadLineCheck line = lines.get(i);
        ReferenceRow row = batch.get(i);
        walk.later(() -> line.checkEarlier(retained.oldest(row)));
      }
      workers.finish();
    }

    /** Walks each current state separately, so that every path to damage is found. */
    private void findAffected(Rows rows) {
      findings.beginAgain();
      CheckTally untold = new CheckTally(findings, told -> {}, environment);
      try {
        rows.forEach(
            batch -> {
              for (ReferenceRow row : batch) {
                WorkStack alone = new WorkStack(executor, 1);
                CheckWalk walk = walk(alone, untold);
                walk.later(new HeadLineCheck(walk, row)::checkCurrent);
                alone.finish();
              }
            });
      } catch (UnreadableException e) {
        return; // known since the first walk
      }
    }

    private CheckWalk walk(WorkStack workers, CheckTally counts) {
      return new CheckWalk(
          new StoredObjects(backend),
          codec,
          types,
          findings,
          new Problems(backend, retained, findings, counts, isStored),
          counts,
          workers);
    }
  }
}
