package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scans that are cut in the wrong place. */
final class BrokenScanParts {
  private BrokenScanParts() {}

  /** The part that follows goes to the end. */
  static final class PartsHaveNoEnd extends Broken {
    PartsHaveNoEnd(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<ScanPosition> splitObjects(int parts) {
      List<ScanPosition> begins = super.splitObjects(parts);
      return begins.isEmpty()
          ? List.of()
          : begins.stream().map(begin -> begins.get(begins.size() - 1)).toList();
    }
  }

  /** One part is forgotten. */
  static final class PartIsMissing extends Broken {
    PartIsMissing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<ScanPosition> splitObjects(int parts) {
      List<ScanPosition> begins = super.splitObjects(parts);
      return begins.size() < 2 ? begins : begins.subList(1, begins.size());
    }
  }

  /** A part that stops goes on as a scan of everything. */
  static final class StoppedPartIsWhole extends Broken {
    StoppedPartIsWhole(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final List<ScanPosition> begins = new ArrayList<>();

    @Override
    public List<ScanPosition> splitObjects(int parts) {
      begins.addAll(super.splitObjects(parts));
      return super.splitObjects(parts);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      boolean isPart = after.isPresent() && begins.contains(after.get());
      Optional<ScanPosition> stopped = super.scanObjects(scope, type, bound, after, visitor);
      return isPart && stopped.isPresent() ? super.splitObjects(2).stream().findFirst() : stopped;
    }
  }

  /** A position says only which of how many parts, and each scan cuts anew. */
  static final class CutsAnew extends Broken {
    CutsAnew(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<ScanPosition> splitObjects(int parts) {
      int count = super.splitObjects(parts).size();
      List<ScanPosition> begins = new ArrayList<>();
      for (int part = 0; part < count; part++) {
        begins.add(new ScanPosition(Bytes.wrap(new byte[] {(byte) part, (byte) parts})));
      }
      return begins;
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return super.scanObjects(scope, type, bound, after.map(this::position), visitor);
    }

    private ScanPosition position(ScanPosition given) {
      Bytes bytes = given.bytes();
      if (bytes.length() != 2) {
        return given;
      }
      List<ScanPosition> now = super.splitObjects(bytes.get(1));
      return now.get(Math.min(bytes.get(0), now.size() - 1));
    }
  }
}
