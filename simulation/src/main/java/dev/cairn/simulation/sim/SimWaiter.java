package dev.cairn.simulation.sim;

import dev.cairn.api.Waiter;
import java.time.Duration;
import java.util.concurrent.Future;

/** Lets the actor that calls it wait in simulated time, or for others to finish something. */
record SimWaiter(Scheduler scheduler) implements Waiter {
  @Override
  public void await(Duration duration) {
    scheduler.sleep(micros(duration));
  }

  // One step, however long it takes: to look again and again would be most of a schedule.
  @Override
  public void awaitDone(Future<?> event, Duration atMost) {
    scheduler.await("waits for an outcome", event::isDone, micros(atMost));
  }

  @Override
  public void giveWay() {
    scheduler.sleep(0);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
