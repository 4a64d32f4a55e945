package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership.Kept;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.core.internal.idempotency.PeriodicPurge;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Records past their time are looked for by one process, once in a period. */
public interface PurgeContract extends IdempotencyPart {
  /** A connection that counts scans, and on which something may happen during one. */
  final class Scanned extends ForwardingBackend {
    private Runnable duringNext = () -> {};
    private int scans;

    Scanned(IdempotencyPart part) {
      super(part.backend());
    }

    void duringNextScan(Runnable action) {
      duringNext = action;
    }

    int scans() {
      return scans;
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (operation == Operation.SCAN_OBJECTS) {
        scans++;
        Runnable now = duringNext;
        duringNext = () -> {};
        now.run();
      }
      return super.around(operation, call);
    }
  }

  // The task is one of the database, which earlier tests may have used by a clock far ahead.
  private static void letItBeDue(Site site, Server... servers) {
    for (Server server : servers) {
      server.purge().runIfDue();
    }
    site.pass(Site.PURGES.plus(Site.SKEW));
  }

  @Test
  default void oneProcessPurgesForAllOnceInAPeriod() {
    Site site = new Site(this);
    Scanned connectionA = new Scanned(this);
    Scanned connectionB = new Scanned(this);
    Server a = site.server(connectionA, Site.SETTINGS);
    Server b = site.server(connectionB, Site.SETTINGS);
    RequestKey request = Site.request("k");
    assertEquals(new Kept.Done(), b.reserved(request).finish(Outcome.of(200)));
    letItBeDue(site, a, b);
    int before = connectionB.scans();
    a.purge().runIfDue();
    b.purge().runIfDue();
    assertEquals(Optional.empty(), b.records().load(request));
    assertEquals(before, connectionB.scans());
    int scansOfA = connectionA.scans();
    assertTrue(scansOfA > 0);
    site.pass(Site.PURGES.minus(Site.SKEW));
    a.purge().runIfDue();
    b.purge().runIfDue();
    assertEquals(before, connectionB.scans());
    assertEquals(scansOfA, connectionA.scans());
  }

  // A store with few records and many other rows: the scan shows nothing for longer than the lease
  // of the task lasts. Were it not renewed meanwhile, every process would begin the scan anew.
  @Test
  default void aScanThatTakesLongIsNotTakenOver() {
    Site site = new Site(this);
    Scanned connectionA = new Scanned(this);
    Scanned connectionB = new Scanned(this);
    Server a = site.server(connectionA, Site.SETTINGS);
    Server b = site.server(connectionB, Site.SETTINGS);
    letItBeDue(site, a, b);
    int before = connectionB.scans();
    connectionA.duringNextScan(
        () -> {
          for (int i = 0; i < 12; i++) {
            site.pass(Duration.ofSeconds(10));
            a.ticks().tick();
            b.purge().runIfDue();
          }
        });
    a.purge().runIfDue();
    assertEquals(before, connectionB.scans());
    assertEquals(
        TaskStatus.State.SUCCEEDED, a.tasks().find(PeriodicPurge.TASK).orElseThrow().state());
  }
}
