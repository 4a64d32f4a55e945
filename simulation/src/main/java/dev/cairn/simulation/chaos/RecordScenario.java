package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.workload.Doubts;
import dev.cairn.testkit.workload.RecordBooks;
import dev.cairn.testkit.workload.RecordClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers reserve, keep, finish, give back and leave a few keys, while they pause, crash and start
 * again, replies get lost and writes land late. The answers about each record have an order in
 * which the table of the design gives them.
 */
public class RecordScenario extends SimulatedScenario {
  private static final int SERVERS = 3;
  private static final int THREADS = 2;
  private static final int TIMES = 6;

  @Override
  public String name() {
    return "idempotency records";
  }

  /** The connection of a server to the store; a mutant may do worse. */
  Backend connection(Backend reached) {
    return reached;
  }

  @Override
  protected List<Actor> build(World world) {
    RecordBooks books = new RecordBooks(true);
    List<Actor> servers = new ArrayList<>();
    for (int i = 1; i <= SERVERS; i++) {
      servers.add(world.sim().actor("server " + i, self -> serve(self, world, books)));
    }
    world
        .sim()
        .afterwards(
            () -> {
              world.settle();
              books.check("simulated records, seed " + world.sim().seed(), world.tally());
            });
    return servers;
  }

  private void serve(Actor self, World world, RecordBooks books) {
    for (int i = 1; i < THREADS; i++) {
      String name = self.name() + "/" + i;
      self.spawn("thread " + i, () -> client(self, name, world, books).run(TIMES));
    }
    client(self, self.name(), world, books).run(TIMES);
  }

  private RecordClient client(Actor self, String name, World world, RecordBooks books) {
    Doubts connection = new Doubts(connection(world.reachedBy(self)));
    return new RecordClient(
        name,
        "simulated/" + self.name(),
        connection,
        IdempotencyScenario.records(self, connection, false),
        books,
        self.random(),
        self.waiter(),
        self.executor());
  }
}
