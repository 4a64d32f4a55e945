package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Many threads of many processes that commit to one reference. */
public interface ManyStoresContract extends ContractPart {
  @Test
  default void everyCommitOfManyThreadsAndStoresIsAppliedOnceAndInTheOrderOfItsCaller() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      List<Store> stores = List.of(world.store(), world.store(), world.store());
      stores.get(0).createReference(World.MAIN);
      int callers = 9;
      int commits = 4 * scale();
      Map<String, Committed<Long>> answers = new ConcurrentHashMap<>();
      List<Boolean> unused =
          Race.run(
              callers,
              caller -> {
                Store store = stores.get(caller % stores.size());
                if (caller < stores.size()) {
                  submitAll(ledger, store, caller, commits, answers);
                } else {
                  commitAll(ledger, store, caller, commits, answers);
                }
                return true;
              });
      List<String> names = ledger.check(world.store());
      assertEquals(callers * commits, names.size());
      assertEquals(answers.keySet(), new HashSet<>(names));
      answers.forEach(
          (name, answer) -> assertEquals(name, names.get((int) (answer.value() - 1)), "the log"));
      Store asked = world.store();
      answers.forEach((name, answer) -> Ledger.checkAnswer(name, answer, asked));
      checkOrder(names, callers, commits);
    }
  }

  private static void commitAll(
      Ledger ledger, Store store, int caller, int commits, Map<String, Committed<Long>> answers) {
    for (int i = 0; i < commits; i++) {
      String name = caller + "." + i;
      answers.put(name, store.commit(World.MAIN, ledger.commit(name, "all", "of " + caller)));
    }
  }

  private static void submitAll(
      Ledger ledger, Store store, int caller, int commits, Map<String, Committed<Long>> answers) {
    List<PendingCommit<Long>> pending = new ArrayList<>();
    for (int i = 0; i < commits; i++) {
      String name = caller + "." + i;
      pending.add(store.submit(World.MAIN, ledger.commit(name, "all", "of " + caller)));
    }
    for (int i = 0; i < commits; i++) {
      answers.put(caller + "." + i, CallOutcome.of(pending.get(i)).get());
    }
  }

  private static void checkOrder(List<String> names, int callers, int commits) {
    for (int caller = 0; caller < callers; caller++) {
      String prefix = caller + ".";
      List<String> inOrder = new ArrayList<>();
      for (int i = 0; i < commits; i++) {
        inOrder.add(prefix + i);
      }
      assertEquals(
          inOrder,
          names.stream().filter(name -> name.startsWith(prefix)).toList(),
          "the commits of one caller in the log");
    }
  }

  @Test
  default void lostRepliesAndLateWritesLoseAndRepeatNothing() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      world.store().createReference(World.MAIN);
      int processes = 4;
      int commits = 5 * scale();
      List<FaultyBackend> connections = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        long losses = seed().random("losses of " + i).nextLong();
        connections.add(new FaultyBackend(backend(), RandomFaults.every(0.03).seeded(losses)));
      }
      Map<String, CallOutcome<Committed<Long>>> answers = new ConcurrentHashMap<>();
      List<Boolean> unused =
          Race.run(
              processes,
              process -> {
                Store store = world.store(connections.get(process));
                for (int i = 0; i < commits; i++) {
                  String name = process + "." + i;
                  answers.put(
                      name,
                      CallOutcome.of(
                          () -> store.commit(World.MAIN, ledger.commit(name, "all", name))));
                }
                return true;
              });
      Store asked = world.store();
      checkAnswers(answers, ledger, asked);
      connections.forEach(FaultyBackend::landDelayed);
      checkAnswers(answers, ledger, asked);
      assertTrue(
          connections.stream().mapToLong(each -> each.counts().faults()).sum() > 0,
          "something got lost");
    }
  }

  private static void checkAnswers(
      Map<String, CallOutcome<Committed<Long>>> answers, Ledger ledger, Store asked) {
    List<String> names = ledger.check(asked);
    answers.forEach(
        (name, answer) -> {
          if (answer instanceof CallOutcome.Value<Committed<Long>> applied) {
            assertTrue(names.contains(name), () -> name + " was reported as applied");
            Ledger.checkAnswer(name, applied.value(), asked);
          } else if (answer instanceof CallOutcome.Failure<Committed<Long>> failed) {
            if (failed.thrown() instanceof CommitUnknownException unknown) {
              Ledger.checkStatus(name, unknown.commitId(), asked);
            } else {
              assertTrue(
                  failed.thrown() instanceof BackendUnavailableException
                      || failed.thrown() instanceof CommitConflictException,
                  () -> name + " was told " + failed);
              assertFalse(names.contains(name), () -> name + " was told " + failed);
            }
          }
        });
  }
}
