package dev.cairn.snowflake;

import dev.cairn.snowflake.LeaseRows.Result;
import dev.cairn.snowflake.LeaseRows.Row;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** One process's view of {@link LeaseRows}: the contract of {@link NodeLeaseStore}, made plain. */
final class RowLeaseStore implements NodeLeaseStore {
  static final long SKEW = 50;
  private static final int TRIES = 4;

  private final LeaseRows rows;
  private final InstantSource clock;

  RowLeaseStore(LeaseRows rows, InstantSource clock) {
    this.rows = rows;
    this.clock = clock;
  }

  private long now() {
    return SnowflakeId.toTimestamp(clock.instant());
  }

  @Override
  public Acquisition acquire(int node, LeaseHolder holder, Duration duration) {
    Row row = rows.read(node);
    long now = now();
    if (row != null && !free(row, now)) {
      return new Acquisition.Held(info(node, row));
    }
    long expected = row == null ? 0 : row.token();
    long previousUntil = row == null ? 0 : row.until();
    Row mine =
        new Row(rows.newToken(), rows.newToken(), holder, false, now, now + duration.toMillis());
    Result result = rows.swap(node, expected, mine);
    Row found = rows.read(node);
    if (result == Result.APPLIED || (found != null && found.owner() == mine.owner())) {
      return new Acquisition.Granted(new RowLease(node, mine, previousUntil));
    }
    boolean mayStillLand = (found == null ? 0 : found.token()) == expected;
    return found == null || mayStillLand
        ? new Acquisition.Unknown(timeout())
        : new Acquisition.Held(info(node, found));
  }

  private static RuntimeException timeout() {
    return new IllegalStateException("timed out");
  }

  private static boolean free(Row row, long now) {
    return row.released() ? now >= row.until() : now > row.until() + SKEW;
  }

  private static NodeLeaseInfo info(int node, Row row) {
    return new NodeLeaseInfo(node, row.holder(), row.released(), row.since(), row.until());
  }

  private final class RowLease implements NodeLease {
    private final int node;
    private final long owner;
    private final long previousUntil;
    private volatile Row known;

    RowLease(int node, Row row, long previousUntil) {
      this.node = node;
      this.owner = row.owner();
      this.previousUntil = previousUntil;
      this.known = row;
    }

    @Override
    public NodeLeaseInfo info() {
      return RowLeaseStore.info(node, known);
    }

    @Override
    public long previousUntil() {
      return previousUntil;
    }

    @Override
    public Renewal renew(Duration duration) {
      for (int i = 0; i < TRIES; i++) {
        Row row = rows.read(node);
        if (row.owner() != owner || row.released()) {
          return new Renewal.Lost(Optional.of(RowLeaseStore.info(node, row)));
        }
        Row next =
            new Row(
                rows.newToken(),
                owner,
                row.holder(),
                false,
                row.since(),
                Math.max(row.until(), now() + duration.toMillis()));
        if (rows.swap(node, row.token(), next) == Result.APPLIED
            || rows.read(node).token() == next.token()) {
          known = next;
          return new Renewal.Renewed(next.until());
        }
      }
      return new Renewal.Unknown(timeout());
    }

    @Override
    public Release release(long lastTimestamp) {
      for (int i = 0; i < TRIES; i++) {
        Row row = rows.read(node);
        if (row.owner() != owner) {
          return new Release.Lost(Optional.of(RowLeaseStore.info(node, row)));
        }
        Row next = new Row(rows.newToken(), owner, row.holder(), true, row.since(), lastTimestamp);
        if (row.released() || rows.swap(node, row.token(), next) == Result.APPLIED) {
          return new Release.Released();
        }
      }
      return new Release.Unknown(timeout());
    }
  }
}
