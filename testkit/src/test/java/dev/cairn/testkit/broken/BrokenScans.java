package dev.cairn.testkit.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Scans, broken. */
final class BrokenScans {
  private BrokenScans() {}

  /** A resumed scan leaves out the row after the one where it stopped. */
  static final class SkipsOnResume extends Broken {
    SkipsOnResume(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      return super.scanReferences(scope, after, skipFirst(after, visitor));
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, type, after, skipFirst(after, visitor));
    }

    private static <R> RowVisitor<R> skipFirst(
        Optional<ScanPosition> after, RowVisitor<R> visitor) {
      AtomicBoolean skip = new AtomicBoolean(after.isPresent());
      return row -> skip.getAndSet(false) || visitor.visit(row);
    }
  }

  /** A resumed scan begins with the row where it stopped. */
  static final class RepeatsOnResume extends Broken {
    RepeatsOnResume(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<ScanPosition, Object> stoppedAt = new ConcurrentHashMap<>();

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      after.map(stoppedAt::get).ifPresent(row -> visitor.visit((ReferenceRow) row));
      return super.scanReferences(scope, after, remember(visitor)).map(this::stopped);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      after.map(stoppedAt::get).ifPresent(row -> visitor.visit((ObjectRow) row));
      return super.scanObjects(scope, type, after, remember(visitor)).map(this::stopped);
    }

    private final AtomicReference<Object> last = new AtomicReference<>();

    private <R> RowVisitor<R> remember(RowVisitor<R> visitor) {
      return row -> {
        last.set(row);
        return visitor.visit(row);
      };
    }

    private ScanPosition stopped(ScanPosition position) {
      stoppedAt.put(position, last.get());
      return position;
    }
  }

  /** A resumed scan begins again. */
  static final class IgnoresPosition extends Broken {
    IgnoresPosition(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      return super.scanReferences(scope, Optional.empty(), visitor);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(scope, type, Optional.empty(), visitor);
    }
  }

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
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(Optional.empty(), type, after, visitor);
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
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, Optional.empty(), after, visitor);
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
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          Optional.empty(),
          type,
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

  /** A scan visits the rest of its page after it was told to stop. */
  static final class GoesOnWhenToldToStop extends Broken {
    GoesOnWhenToldToStop(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      int[] left = {1};
      return super.scanReferences(scope, after, row -> visitor.visit(row) || left[0]-- > 0);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      int[] left = {1};
      return super.scanObjects(scope, type, after, row -> visitor.visit(row) || left[0]-- > 0);
    }
  }

  /** A scan ends after its first page. */
  static final class EndsWithTheFirstPage extends Broken {
    EndsWithTheFirstPage(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      int[] left = {5};
      Optional<ScanPosition> stopped =
          super.scanReferences(scope, after, row -> visitor.visit(row) && --left[0] > 0);
      return left[0] == 0 ? Optional.empty() : stopped;
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      int[] left = {30};
      Optional<ScanPosition> stopped =
          super.scanObjects(scope, type, after, row -> visitor.visit(row) && --left[0] > 0);
      return left[0] == 0 ? Optional.empty() : stopped;
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
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          scope, type, after, row -> visitor.visit((ObjectRow) old.getOrDefault(row.key(), row)));
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
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(
          scope,
          type,
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

  /** A scan cannot go on after a row that is gone. */
  static final class PositionDiesWithItsRow extends Broken {
    PositionDiesWithItsRow(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<ScanPosition, Object> stoppedAt = new ConcurrentHashMap<>();

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {

      AtomicReference<ReferenceKey> last = new AtomicReference<>();
      if (after.isPresent() && present((ReferenceKey) stoppedAt.get(after.get())).isEmpty()) {
        return Optional.empty();
      }
      Optional<ScanPosition> stopped =
          super.scanReferences(
              scope,
              after,
              row -> {
                last.set(row.key());
                return visitor.visit(row);
              });
      stopped.ifPresent(position -> stoppedAt.put(position, last.get()));
      return stopped;
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      AtomicReference<ObjectKey> last = new AtomicReference<>();
      if (after.isPresent() && present((ObjectKey) stoppedAt.get(after.get())).isEmpty()) {
        return Optional.empty();
      }
      Optional<ScanPosition> stopped =
          super.scanObjects(
              scope,
              type,
              after,
              row -> {
                last.set(row.key());
                return visitor.visit(row);
              });
      stopped.ifPresent(position -> stoppedAt.put(position, last.get()));
      return stopped;
    }
  }
}
