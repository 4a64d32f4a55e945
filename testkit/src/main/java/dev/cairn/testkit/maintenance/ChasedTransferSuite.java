package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Cairn;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.Head;
import dev.cairn.testkit.TestClock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Exports and copies that end, and have all they need, whatever is committed meanwhile. */
public abstract class ChasedTransferSuite extends TransferBase {
  private static final Codec CODEC = new Codec(FormatLevel.NEWEST);

  // Far more than a scan of a small store meets that has an end.
  private static final int MOST_ROWS = 500;

  /** A source in which something happens at every row that a scan meets: never behind the scan. */
  private static final class Chased extends ForwardingBackend {
    private final IntConsumer writer;
    private int met;

    Chased(Backend delegate, IntConsumer writer) {
      super(delegate);
      this.writer = writer;
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
          row -> {
            writer.accept(++met);
            assertTrue(met < MOST_ROWS, () -> "the scan follows the writer, to " + row.key());
            return visitor.visit(row);
          });
    }
  }

  /** Stores heads as a release did that does not know of the newest ID that they need. */
  private static final class EarlierRelease extends ForwardingBackend {
    EarlierRelease(Backend delegate) {
      super(delegate);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(rows.stream().map(EarlierRelease::row).toList());
    }

    private static ObjectRow row(ObjectRow row) {
      if (!row.key().type().equals(Head.TYPE.name())) {
        return row;
      }
      Head head = CODEC.decode(Head.TYPE, row.key(), Envelope.ofBytes(row.key(), row.value()));
      Head earlier =
          new Head(
              head.version(),
              head.life(),
              head.time(),
              head.earlier(),
              head.indexes(),
              head.log(),
              head.applied(),
              head.unknown());
      return ObjectRow.immutable(
          row.key(), CODEC.encode(Head.TYPE, earlier), row.createdAtMicros());
    }
  }

  private void assertHasTwoCommits(Cairn cairn) {
    assertEquals(2, checkPairs(cairn, SCOPE));
    assertClean(cairn);
  }

  @Test
  void anExportEndsThoughEveryRowItMeetsBringsACommit() {
    Backend backend = backend();
    Cairn writer = small(backend);
    Cairn source = process(new Chased(backend, met -> commit(writer, SCOPE, 2 + met)));
    byte[] file = exported(source, ALL);
    assertTrue(checkPairs(source, SCOPE) > 2, "there were commits meanwhile");
    Cairn target = process(backend());
    var unused = imported(target, file, ALL);
    assertHasTwoCommits(target);
  }

  @Test
  void aCopyEndsThoughEveryRowItMeetsBringsACommit() {
    Backend backend = backend();
    Cairn writer = small(backend);
    Cairn source = process(new Chased(backend, met -> commit(writer, SCOPE, 2 + met)));
    Cairn target = process(backend());
    source.transfers().copyTo(target.transfers(), ALL, Optional.empty(), told -> {});
    assertHasTwoCommits(target);
  }

  // Then only time decides what its heads need, so time has to pass.
  @Test
  void anExportOfHeadsOfAnEarlierReleaseEndsAsWell() {
    Backend backend = backend();
    Cairn writer = small(new EarlierRelease(backend));
    Cairn source =
        process(
            new Chased(
                backend,
                met -> {
                  clock.advance(Duration.ofSeconds(1));
                  commit(writer, SCOPE, 2 + met);
                }));
    byte[] file = exported(source, ALL);
    Cairn target = process(backend());
    var unused = imported(target, file, ALL);
    assertHasTwoCommits(target);
  }

  @Test
  void anExportHasWhatAClockThatWasAheadCommitted() {
    Backend backend = backend();
    Cairn ahead = small(backend, new TestClock(clock.instant().plus(Duration.ofMinutes(2))));
    assertEquals(2, checkPairs(ahead, SCOPE));
    byte[] file = exported(process(backend), ALL);
    Cairn target = process(backend());
    var unused = imported(target, file, ALL);
    assertHasTwoCommits(target);
  }

  @Test
  void anExportHasWhatAClockThatWasAheadCommittedWithAnEarlierRelease() {
    Backend backend = backend();
    TestClock fast = new TestClock(clock.instant().plus(Duration.ofMinutes(2)));
    Cairn ahead = small(new EarlierRelease(backend), fast);
    assertEquals(2, checkPairs(ahead, SCOPE));
    byte[] file = exported(process(backend), ALL);
    Cairn target = process(backend());
    var unused = imported(target, file, ALL);
    assertHasTwoCommits(target);
  }
}
