package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Scope;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      opened.addAll(Race.run(processes, process -> RealProcess.start(backend())));
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
}
