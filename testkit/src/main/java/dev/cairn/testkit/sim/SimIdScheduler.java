package dev.cairn.testkit.sim;

import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;

/** Runs what keeps leases as further threads of an actor. */
record SimIdScheduler(Actor actor) implements IdScheduler {
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
          actor.sleep(period);
          while (!cancelled[0]) {
            task.run();
            actor.sleep(period);
          }
        });
    return () -> cancelled[0] = true;
  }
}
