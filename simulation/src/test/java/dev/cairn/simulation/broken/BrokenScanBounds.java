package dev.cairn.simulation.broken;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.Optional;

/** Scans up to a bound, broken. */
final class BrokenScanBounds {
  private BrokenScanBounds() {}

  /** A scan goes on to whatever is written meanwhile. */
  static final class IgnoresBound extends Broken {
    IgnoresBound(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, type, ScanBound.NONE, after, visitor);
    }
  }

  /** A scan ends with the first number beyond its bound, not only in the type of that. */
  static final class EndsWithTheFirstType extends Broken {
    EndsWithTheFirstType(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      boolean[] isOver = {false};
      Optional<ScanPosition> stopped =
          super.scanObjects(
              scope,
              type,
              ScanBound.NONE,
              after,
              row -> {
                isOver[0] = !bound.includes(row);
                return !isOver[0] && visitor.visit(row);
              });
      return isOver[0] ? Optional.empty() : stopped;
    }
  }

  /** What is exactly at the bound is left out. */
  static final class LeavesOutTheLast extends Broken {
    LeavesOutTheLast(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      ScanBound before = new ScanBound(bound.newestId() - 1, bound.createdAtMicros() - 1);
      return super.scanObjects(scope, type, before, after, visitor);
    }
  }
}
