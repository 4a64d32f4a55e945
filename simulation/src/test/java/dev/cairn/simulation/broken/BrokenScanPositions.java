package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Scans that stop or go on in the wrong place. */
final class BrokenScanPositions {
  private BrokenScanPositions() {}

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
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, type, bound, after, skipFirst(after, visitor));
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
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      after.map(stoppedAt::get).ifPresent(row -> visitor.visit((ObjectRow) row));
      return super.scanObjects(scope, type, bound, after, remember(visitor)).map(this::stopped);
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
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      return super.scanObjects(scope, type, bound, Optional.empty(), visitor);
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
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      int[] left = {1};
      return super.scanObjects(
          scope, type, bound, after, row -> visitor.visit(row) || left[0]-- > 0);
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
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {

      int[] left = {30};
      Optional<ScanPosition> stopped =
          super.scanObjects(scope, type, bound, after, row -> visitor.visit(row) && --left[0] > 0);
      return left[0] == 0 ? Optional.empty() : stopped;
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
        ScanBound bound,
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
              bound,
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
