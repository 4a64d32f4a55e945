package dev.cairn.simulation.sim;

import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Runs what keeps leases as further threads of an actor.
 *
 * @param isNeeded whether a tick would find anything to do; no step is spent on others
 */
record SimIdScheduler(Actor actor, BooleanSupplier isNeeded) implements IdScheduler {
  @Override
  public void execute(Runnable task) {
    actor.spawn("soon", true, task);
  }

  @Override
  public Repeated every(Duration period, Runnable task) {
    boolean[] cancelled = {false};
    actor.spawn(
        "ticks",
        true,
        () -> {
          await(period);
          while (!cancelled[0]) {
            task.run();
            await(period);
          }
        });
    return () -> cancelled[0] = true;
  }

  private void await(Duration period) {
    actor.sleep(period);
    if (!isNeeded.getAsBoolean()) {
      actor.awaitUntil("has nothing to keep", isNeeded);
    }
  }
}
