package dev.cairn.simulation.broken;

import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Scans, broken. */
final class BrokenScans {
  private BrokenScans() {}

  /** A scan visits all scopes. */
  static final class IgnoresScope extends Broken {
    IgnoresScope(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      return super.scanReferences(Optional.empty(), after, visitor);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(Optional.empty(), type, bound, after, visitor);
    }
  }

  /** A scan that fails ends as if it had seen everything. */
  static final class FailsInSilence extends Broken {
    FailsInSilence(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      boolean isScan =
          operation == Operation.SCAN_OBJECTS || operation == Operation.SCAN_REFERENCES;
      return isScan ? silently(call) : super.around(operation, call);
    }

    @SuppressWarnings("unchecked") // Scans return an optional position.
    private static <T> T silently(Supplier<T> scan) {
      try {
        return scan.get();
      } catch (RuntimeException e) {
        return (T) Optional.empty();
      }
    }
  }

  /** A scan visits all types. */
  static final class IgnoresType extends Broken {
    IgnoresType(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, Optional.empty(), bound, after, visitor);
    }
  }

  /** A scan of a scope visits all whose IDs begin with the same letters. */
  static final class ScopeIsAPrefix extends Broken {
    ScopeIsAPrefix(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      return super.scanReferences(
          Optional.empty(),
          after,
          row -> !Broken.within(scope, row.key().scope()) || visitor.visit(row));
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          Optional.empty(),
          type,
          bound,
          after,
          row -> !Broken.within(scope, row.key().scope()) || visitor.visit(row));
    }
  }

  /** A scan passes over tombstones. */
  static final class HidesTombstones extends Broken {
    HidesTombstones(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      return super.scanReferences(scope, after, row -> row.isTombstone() || visitor.visit(row));
    }
  }

  /** A scan reads an index that is not up to date. */
  static final class VisitsOldVersions extends Broken {
    VisitsOldVersions(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<Object, Object> old = new ConcurrentHashMap<>();

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      present(next.key()).ifPresent(row -> old.put(row.key(), row));
      return super.swapReference(expected, next);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      present(next.key()).ifPresent(row -> old.put(row.key(), row));
      return super.swap(expected, next);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      return super.scanReferences(
          scope, after, row -> visitor.visit((ReferenceRow) old.getOrDefault(row.key(), row)));
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          scope,
          type,
          bound,
          after,
          row -> visitor.visit((ObjectRow) old.getOrDefault(row.key(), row)));
    }
  }

  /** A scan does not read the tokens. */
  static final class VisitsWithoutTokens extends Broken {
    VisitsWithoutTokens(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          scope,
          type,
          bound,
          after,
          row ->
              visitor.visit(
                  new ObjectRow(
                      row.key(),
                      row.value(),
                      row.token().map(token -> new Token(0, 0)),
                      row.createdAtMicros(),
                      row.expiresAtMicros())));
    }
  }
}
