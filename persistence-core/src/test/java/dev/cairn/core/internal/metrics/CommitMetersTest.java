package dev.cairn.core.internal.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.store.CommitMetrics.Outcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final CommitMeters meters = new CommitMeters(registry, "inmemory");

  @Test
  void everyOutcomeIsTimed() {
    for (Outcome outcome : Outcome.values()) {
      meters.ended(outcome, Duration.ofMillis(5));
      var timer =
          registry
              .get("cairn.commit.commit")
              .tag("backend", "inmemory")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .timer();
      assertEquals(1, timer.count());
      assertEquals(5, timer.totalTime(TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void anAttemptIsCountedWithWhatItWrites() {
    meters.attempted(3, 7, 1000);
    meters.attempted(1, 2, 500);
    assertEquals(2, registry.get("cairn.commit.group").summary().count());
    assertEquals(4, registry.get("cairn.commit.group").summary().totalAmount());
    assertEquals(9, registry.get("cairn.commit.rows").summary().totalAmount());
    assertEquals(1500, registry.get("cairn.commit.bytes").summary().totalAmount());
  }

  private double settled(String outcome) {
    return registry.get("cairn.commit.settled").tag("outcome", outcome).counter().count();
  }

  @Test
  void swapsInDoubtAreCountedByWhatWasFoundOut() {
    meters.settled(new Settled.Applied<>());
    meters.settled(new Settled.Conflict<>(Optional.empty()));
    meters.settled(new Settled.Conflict<>(Optional.empty()));
    meters.settled(new Settled.Unknown<>(Optional.empty(), new IllegalStateException()));
    meters.conflicted();
    assertEquals(1, settled("applied"));
    assertEquals(2, settled("conflict"));
    assertEquals(1, settled("unknown"));
    assertEquals(1, registry.get("cairn.commit.conflicts").counter().count());
  }

  @Test
  void joinsTurnsAndDropsAreCounted() {
    meters.joined(0);
    meters.joined(4);
    meters.turnBegan(Duration.ofMillis(30));
    meters.dropped(2);
    assertEquals(2, registry.get("cairn.turn.place").summary().count());
    assertEquals(4, registry.get("cairn.turn.place").summary().max());
    assertEquals(30, registry.get("cairn.turn.wait").timer().totalTime(TimeUnit.MILLISECONDS));
    assertEquals(2, registry.get("cairn.turn.dropped").counter().count());
  }

  @Test
  void allMetersNameTheBackendAndTheirArea() {
    Set<String> names = new TreeSet<>();
    registry.forEachMeter(
        meter -> {
          assertEquals("inmemory", meter.getId().getTag("backend"), meter.getId().toString());
          names.add(meter.getId().getName());
        });
    assertEquals(
        List.of(
            "cairn.commit.bytes",
            "cairn.commit.commit",
            "cairn.commit.conflicts",
            "cairn.commit.group",
            "cairn.commit.rows",
            "cairn.commit.settled",
            "cairn.turn.dropped",
            "cairn.turn.place",
            "cairn.turn.wait"),
        List.copyOf(names));
  }
}
