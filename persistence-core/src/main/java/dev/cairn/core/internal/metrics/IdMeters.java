package dev.cairn.core.internal.metrics;

import dev.cairn.snowflake.IdMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Meters of IDs and the node's lease:
 *
 * <ul>
 *   <li>{@code cairn.ids.clock}, by outcome: {@code behind} (an ID was drawn on the last timestamp
 *       because the clock went back), {@code waited} (a call waited for the clock to catch up),
 *       {@code failed} (it did not, in time)
 *   <li>{@code cairn.ids.exhausted}: calls that waited because all IDs of a millisecond were used
 *       up
 *   <li>{@code cairn.lease.acquire}, {@code cairn.lease.renew} and {@code cairn.lease.release}, by
 *       outcome: {@code applied}, {@code unknown}, {@code lost} and {@code failed}, where they can
 *       occur
 * </ul>
 *
 * <p>All have the tag {@code backend}.
 */
public final class IdMeters implements IdMetrics {
  private final Counter clockBehind;
  private final Counter clockWaited;
  private final Counter clockFailed;
  private final Counter exhausted;
  private final Counter acquired;
  private final Counter notAcquired;
  private final Counter renewed;
  private final Counter renewalUnknown;
  private final Counter lost;
  private final Counter released;
  private final Counter releaseUnknown;

  /** Counts into {@code registry} for the backend called {@code backend}. */
  public IdMeters(MeterRegistry registry, String backend) {
    MeterFamily meters = new MeterFamily(registry, backend);
    clockBehind = meters.counter("cairn.ids.clock", "behind");
    clockWaited = meters.counter("cairn.ids.clock", "waited");
    clockFailed = meters.counter("cairn.ids.clock", "failed");
    exhausted = meters.counter("cairn.ids.exhausted", "waited");
    acquired = meters.counter("cairn.lease.acquire", "applied");
    notAcquired = meters.counter("cairn.lease.acquire", "failed");
    renewed = meters.counter("cairn.lease.renew", "applied");
    renewalUnknown = meters.counter("cairn.lease.renew", "unknown");
    lost = meters.counter("cairn.lease.renew", "lost");
    released = meters.counter("cairn.lease.release", "applied");
    releaseUnknown = meters.counter("cairn.lease.release", "unknown");
  }

  private record MeterFamily(MeterRegistry registry, String backend) {
    Counter counter(String name, String outcome) {
      return registry.counter(name, "backend", backend, "outcome", outcome);
    }
  }

  @Override
  public void clockBehind(long millis) {
    clockBehind.increment();
  }

  @Override
  public void waitedForMillisecond() {
    exhausted.increment();
  }

  @Override
  public void waitedForClock(long millis) {
    clockWaited.increment();
  }

  @Override
  public void clockDidNotCatchUp() {
    clockFailed.increment();
  }

  @Override
  public void leaseAcquired(int node) {
    acquired.increment();
  }

  @Override
  public void leaseRenewed(int node) {
    renewed.increment();
  }

  @Override
  public void leaseRenewalUnknown(int node, RuntimeException cause) {
    renewalUnknown.increment();
  }

  @Override
  public void leaseLost(int node) {
    lost.increment();
  }

  @Override
  public void leaseNotAcquired(RuntimeException cause) {
    notAcquired.increment();
  }

  @Override
  public void leaseReleased(int node, boolean certain) {
    (certain ? released : releaseUnknown).increment();
  }
}
