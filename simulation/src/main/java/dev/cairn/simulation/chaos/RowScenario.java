package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.history.History;
import dev.cairn.testkit.history.HistoryCheck;
import dev.cairn.testkit.history.HistoryReport;
import dev.cairn.testkit.history.RecordingBackend;
import dev.cairn.testkit.workload.ObjectWorkload;
import dev.cairn.testkit.workload.ReferenceWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Simulated clients read and write the same rows; what they hear has a sequential explanation. */
public final class RowScenario extends SimulatedScenario {
  private static final Scope SCOPE = new Scope("simulated", "rows");
  private static final int OPERATIONS = 12;

  @Override
  public String name() {
    return "rows";
  }

  @Override
  protected List<Actor> build(World world) {
    History history = new History();
    List<Actor> clients = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      clients.add(world.sim().actor("client " + i, self -> work(world, self, history)));
    }
    world.sim().afterwards(() -> check(world, history));
    return clients;
  }

  // Recorded outside the switch points: a call lasts as long as its client waits for it.
  private static void work(World world, Actor self, History history) {
    Backend backend = new RecordingBackend(world.reachedBy(self), history, self.name());
    new ObjectWorkload(backend, SCOPE, self.random()).run(OPERATIONS);
    new ReferenceWorkload(backend, SCOPE, self.random()).run(OPERATIONS);
  }

  private static void check(World world, History history) {
    world.settle();
    Backend backend = new RecordingBackend(world.store(), history, "last reader");
    RandomGenerator random = world.sim().random("last reader");
    new ObjectWorkload(backend, SCOPE, random).readAll();
    new ReferenceWorkload(backend, SCOPE, random).readAll();
    HistoryReport report = HistoryCheck.check(history);
    report.assertSound("simulated rows, seed " + world.sim().seed());
    world.tally().add(report);
  }
}
