package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLease.Release;
import dev.cairn.snowflake.NodeLease.Renewal;
import dev.cairn.snowflake.NodeLeaseStore.Acquisition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator raises the format level while a process of an older release still runs. */
class LevelWatchTest {
  private static final Duration DURATION = Duration.ofMinutes(5);
  private static final ObjectKey KEY =
      new ObjectKey(Scope.SYSTEM, "cairn.format", ObjectId.ofName("cairn-format-level"));

  private final LossyBackend backend = new LossyBackend(new InMemoryBackend());
  private final TestHolder process = new TestHolder("old", backend, 1_000_000);
  private final FormatLevel level = new FormatLevel(backend, process.environment);
  private final LevelWatch watch =
      new LevelWatch(
          new NodeLeases(
              new Leases<>(
                  process.objects, LeaseField.whole(), process.environment, TestHolder.SKEW)),
          level);

  private NodeLease granted(int node) {
    return watch.acquire(node, process.holder, DURATION) instanceof Acquisition.Granted granted
        ? granted.lease()
        : fail("not granted");
  }

  private void raiseLevelBeyondThisRelease() {
    ObjectRow row = backend.fetch(List.of(KEY), ReadMode.STRONG).get(0).orElseThrow();
    Bytes newer = Bytes.ofUtf8("cairn-format-level=" + (FormatLevel.NEWEST + 1));
    assertInstanceOf(
        CasResult.Applied.class,
        backend.swap(
            row.token().orElseThrow(), ObjectRow.updateable(KEY, newer, new Token(7, 7), 0)));
  }

  @Test
  void aProcessThatDoesNotKnowTheLevelLosesItsNodeAtTheNextRenewalAndGetsNoOther() {
    level.establish();
    NodeLease lease = granted(1);
    assertInstanceOf(Renewal.Renewed.class, lease.renew(DURATION));
    raiseLevelBeyondThisRelease();
    assertInstanceOf(Renewal.Lost.class, lease.renew(DURATION));
    assertInstanceOf(Acquisition.Unknown.class, watch.acquire(2, process.holder, DURATION));
    assertInstanceOf(Release.Released.class, lease.release(process.now));
  }

  // LeaseKeeper takes the exception for an unknown renewal: IDs go on, and the next tick asks
  // again.
  @Test
  void aLevelThatCannotBeReadDoesNotCostTheNode() {
    level.establish();
    NodeLease lease = granted(1);
    backend.nextReads(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> lease.renew(DURATION));
    assertInstanceOf(Renewal.Renewed.class, lease.renew(DURATION));
  }
}
