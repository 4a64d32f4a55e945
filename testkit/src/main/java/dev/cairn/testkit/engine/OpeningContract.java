package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** Processes as they really start: with a leased node, in real time. */
public interface OpeningContract extends ContractPart {
  @Test
  default void processesThatStartAtOnceHaveNodesOfTheirOwnAndCommitTogether() {
    Ledger ledger = new Ledger();
    Scope scope = World.newScope();
    int processes = 4;
    int commits = 5;
    List<Cairn> opened = new ArrayList<>();
    try {
      opened.addAll(Race.run(processes, process -> start(backend())));
      opened.get(0).store(scope).createReference(World.MAIN);
      List<List<CommitId>> ids =
          Race.run(
              processes,
              process -> {
                Store store = opened.get(process).store(scope);
                List<CommitId> mine = new ArrayList<>();
                for (int i = 0; i < commits; i++) {
                  mine.add(
                      store
                          .commit(World.MAIN, ledger.commit(process + "." + i, "all"))
                          .id()
                          .orElseThrow());
                }
                return mine;
              });
      Set<Integer> nodes = new HashSet<>();
      for (List<CommitId> mine : ids) {
        Set<Integer> ofOne = new HashSet<>();
        mine.forEach(id -> ofOne.add(SnowflakeId.node(id.entry())));
        assertEquals(1, ofOne.size(), "nodes of one process");
        nodes.addAll(ofOne);
      }
      assertEquals(processes, nodes.size(), "nodes of all processes");
      assertEquals(processes * commits, ledger.check(opened.get(0).store(scope)).size());
    } finally {
      opened.forEach(Cairn::close);
    }
  }

  private static Cairn start(Backend backend) {
    ExecutorService workers = Executors.newCachedThreadPool();
    ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    EngineRuntime runtime =
        new EngineRuntime(
            Environment.system(),
            workers,
            IdScheduler.of(ticks),
            new SimpleMeterRegistry(),
            () -> {
              ticks.shutdown();
              workers.shutdown();
            });
    try {
      return Cairn.open(
          new Connection(backend),
          Configuration.builder().build(CairnSettings.ALL),
          Item.TYPES,
          runtime);
    } catch (RuntimeException | Error e) {
      runtime.onClose().run();
      throw e;
    }
  }

  /** The backend is the suite's to close. */
  final class Connection extends ForwardingBackend {
    private Connection(Backend shared) {
      super(shared);
    }

    @Override
    public void close() {}
  }
}
