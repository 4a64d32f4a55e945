package dev.cairn.core.check;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.check.Affected;
import dev.cairn.api.check.CheckOptions;
import dev.cairn.api.check.CheckProgress;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Environment;
import dev.cairn.core.Workers;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.objects.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Checks what is in a backend. */
public final class EngineChecks implements Checks {
  // Rows of references in memory, and how many can be checked at once.
  private static final int BATCH = 256;

  private final Backend backend;
  private final Codec codec;
  private final ObjectTypes types;
  private final RetainedHeads retained;
  private final Environment environment;
  private final Executor executor;

  /**
   * @param types values of these types are decoded; of others, only what is around them is read
   */
  public EngineChecks(
      Backend backend,
      Codec codec,
      ObjectTypes types,
      RetainedHeads retained,
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
  public CheckReport check(CheckOptions options, Consumer<CheckProgress> progress) {
    return new Run(options, progress, true).run(visitor -> scan(options.scope(), visitor));
  }

  /** Checks what these rows would lead to, were they stored. */
  public CheckReport check(
      List<ReferenceRow> rows, CheckOptions options, Consumer<CheckProgress> progress) {
    return new Run(options, progress, false)
        .run(
            visitor -> {
              for (int from = 0; from < rows.size(); from += BATCH) {
                visitor.accept(rows.subList(from, Math.min(rows.size(), from + BATCH)));
              }
            });
  }

  private void scan(Optional<Scope> scope, Consumer<List<ReferenceRow>> visitor) {
    Optional<ScanPosition> position = Optional.empty();
    do {
      List<ReferenceRow> rows = new ArrayList<>(BATCH);
      position = scan(scope, position, rows);
      visitor.accept(rows);
    } while (position.isPresent());
  }

  private Optional<ScanPosition> scan(
      Optional<Scope> scope, Optional<ScanPosition> after, List<ReferenceRow> rows) {
    try {
      return backend.scanReferences(
          scope,
          after,
          row -> {
            rows.add(row);
            return rows.size() < BATCH;
          });
    } catch (DamagedDataException e) {
      throw new UnreadableException(e);
    }
  }

  /** A scan cannot go on behind a row that it cannot read. */
  private static final class UnreadableException extends RuntimeException {
    UnreadableException(DamagedDataException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Where rows come from, some at a time. */
  private interface Rows {
    void forEach(Consumer<List<ReferenceRow>> visitor);
  }

  private final class Run {
    private final CheckOptions options;
    private final boolean isStored;
    private final Findings findings;
    private final Tally tally;
    private final Consumer<CheckProgress> progress;

    Run(CheckOptions options, Consumer<CheckProgress> progress, boolean isStored) {
      this.isStored = isStored;
      this.options = options;
      this.findings = new Findings(options.maxFindings());
      this.tally = new Tally(findings, progress, environment);
      this.progress = progress;
    }

    CheckReport run(Rows rows) {
      boolean isComplete = check(rows);
      CheckProgress totals = tally.now();
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
      Workers workers = new Workers(executor, options.parallelism());
      Walk walk = walk(workers, tally);
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

    private void check(Walk walk, Workers workers, List<ReferenceRow> batch) {
      List<HeadLineCheck> lines = new ArrayList<>();
      for (ReferenceRow row : batch) {
        tally.references.increment();
        HeadLineCheck line = new HeadLineCheck(walk, row);
        lines.add(line);
        walk.later(line::checkCurrent);
      }
      workers.finish();
      // Current states first: what they share with earlier ones is named by them.
      for (int i = 0; options.history() && i < lines.size(); i++) {
        HeadLineCheck line = lines.get(i);
        ReferenceRow row = batch.get(i);
        walk.later(() -> line.checkEarlier(retained.oldest(row)));
      }
      workers.finish();
    }

    /** Walks each current state by itself, so that every way to what is damaged is found. */
    private void findAffected(Rows rows) {
      findings.beginAgain();
      Tally untold = new Tally(findings, told -> {}, environment);
      try {
        rows.forEach(
            batch -> {
              for (ReferenceRow row : batch) {
                Workers alone = new Workers(executor, 1);
                Walk walk = walk(alone, untold);
                walk.later(new HeadLineCheck(walk, row)::checkCurrent);
                alone.finish();
              }
            });
      } catch (UnreadableException e) {
        return; // known since the first walk
      }
    }

    private Walk walk(Workers workers, Tally counts) {
      return new Walk(
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
