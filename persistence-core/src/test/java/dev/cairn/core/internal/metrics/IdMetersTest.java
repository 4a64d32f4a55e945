package dev.cairn.core.internal.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Scope;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.ClockBehindException;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeIds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final IdMeters meters = new IdMeters(registry, "inmemory");
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private double count(String name, String outcome) {
    return registry.get(name).tag("backend", "inmemory").tag("outcome", outcome).counter().count();
  }

  /** Runs nothing unless the test does. */
  private static final class NoScheduler implements IdScheduler {
    @Override
    public void execute(Runnable task) {}

    @Override
    public Repeated every(Duration period, Runnable task) {
      return () -> {};
    }
  }

  private SnowflakeIds open() {
    Environment environment = new Environment(() -> now, this::stand, new Random(3));
    UpdateableObjects system =
        new UpdateableObjects(new InMemoryBackend(), new Codec(1), Scope.SYSTEM, environment);
    return SnowflakeIds.open(
        new NodeLeases(new Leases<>(system, LeaseField.whole(), environment, Duration.ZERO)),
        new LeaseHolder("host", "process"),
        IdSettings.DEFAULT,
        new IdRuntime(() -> now, this::stand, new NoScheduler(), new Random(3), meters));
  }

  /** Time does not pass: the clock stands still, however long one waits. */
  private void stand(Duration duration) {}

  @Test
  void aClockThatWentBackAndDoesNotCatchUpIsCounted() {
    try (SnowflakeIds ids = open()) {
      ids.nextId();
      now = now.minusSeconds(60);
      ids.nextId();
      assertEquals(1, count("cairn.ids.clock", "behind"));
      ids.nextIds(4094); // the rest of the last timestamp
      assertThrows(ClockBehindException.class, ids::nextId);
      assertEquals(1, count("cairn.ids.clock", "failed"));
    }
    assertEquals(1, count("cairn.lease.acquire", "applied"));
    assertEquals(1, count("cairn.lease.release", "applied"));
  }

  @Test
  void everyEventHasAMeterOfItsOwn() {
    meters.clockBehind(1);
    meters.waitedForMillisecond();
    meters.waitedForClock(1);
    meters.clockDidNotCatchUp();
    meters.leaseAcquired(1);
    meters.leaseRenewed(1);
    meters.leaseRenewalUnknown(1, new IllegalStateException());
    meters.leaseLost(1);
    meters.leaseNotAcquired(new IllegalStateException());
    meters.leaseReleased(1, true);
    meters.leaseReleased(1, false);
    assertEquals(11, registry.getMeters().size());
    registry.forEachMeter(
        meter ->
            assertEquals(
                1, meter.measure().iterator().next().getValue(), meter.getId().toString()));
  }
}
