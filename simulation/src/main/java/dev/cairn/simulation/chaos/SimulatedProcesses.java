package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.Processes;

/**
 * Makes the stores of simulated processes, which take clock, threads and randomness from actors.
 */
class SimulatedProcesses extends Processes {
  SimulatedProcesses(ChaosTally tally) {
    super(tally);
  }

  SimulatedProcesses(ChaosTally tally, CommitLimits limits, long cacheBytes) {
    super(tally, limits, cacheBytes);
  }

  /** The store of a process that {@code self} starts now. */
  Store simulated(Actor self, Scope scope, Backend backend) {
    return open(
        backend,
        self.environment(),
        self.executor(),
        () -> SnowflakeId.toTimestamp(self.clock().peek()),
        scope);
  }

  /** The same, which remembers nothing that it read. */
  Store forgetful(Actor self, Scope scope, Backend backend) {
    return open(
        backend,
        self.environment(),
        self.executor(),
        () -> SnowflakeId.toTimestamp(self.clock().peek()),
        scope,
        0);
  }
}
