package dev.cairn.simulation.broken;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Scans that read a thousand rows at a time, and go wrong from one page to the next. */
final class BrokenScanPages {
  private static final int PAGE = 1_000;

  private BrokenScanPages() {}

  /** Reads pages of a scan, each by a query of its own. */
  private abstract static class Paging extends Broken {
    Paging(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    abstract <R> Optional<ScanPosition> inPages(
        Function<RowVisitor<R>, Optional<ScanPosition>> scan, RowVisitor<R> visitor);

    @Override
    public final Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      return inPages(each -> super.scanReferences(scope, after, each), visitor);
    }

    @Override
    public final Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      return inPages(each -> super.scanObjects(scope, type, bound, after, each), visitor);
    }
  }

  /** Counts the rows of earlier pages, of which some may be gone, to find where the next begins. */
  static final class ByOffset extends Paging {
    ByOffset(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    <R> Optional<ScanPosition> inPages(
        Function<RowVisitor<R>, Optional<ScanPosition>> scan, RowVisitor<R> visitor) {
      int[] visited = {0};
      boolean[] isStopped = {false};
      Optional<ScanPosition> firstPage =
          scan.apply(
              row -> {
                isStopped[0] = !visitor.visit(row);
                return !isStopped[0] && ++visited[0] < PAGE;
              });
      if (isStopped[0] || firstPage.isEmpty()) {
        return firstPage;
      }
      for (int offset = PAGE; ; offset += PAGE) {
        List<R> page = page(scan, offset);
        for (R row : page) {
          if (!visitor.visit(row)) {
            return positionAfter(scan, row);
          }
        }
        if (page.size() < PAGE) {
          return Optional.empty();
        }
      }
    }

    private static <R> List<R> page(
        Function<RowVisitor<R>, Optional<ScanPosition>> scan, int offset) {
      List<R> page = new ArrayList<>();
      int[] skip = {offset};
      Optional<ScanPosition> unused =
          scan.apply(
              row -> {
                if (skip[0]-- <= 0) {
                  page.add(row);
                }
                return page.size() < PAGE;
              });
      return page;
    }

    private static <R> Optional<ScanPosition> positionAfter(
        Function<RowVisitor<R>, Optional<ScanPosition>> scan, R last) {
      return scan.apply(row -> !row.equals(last));
    }
  }

  /** Begins a page after the row that should have been its first. */
  static final class LosesFirstOfPage extends Paging {
    LosesFirstOfPage(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    <R> Optional<ScanPosition> inPages(
        Function<RowVisitor<R>, Optional<ScanPosition>> scan, RowVisitor<R> visitor) {
      int[] read = {0};
      return scan.apply(row -> read[0]++ % PAGE == PAGE - 1 || visitor.visit(row));
    }
  }
}
