package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CrashingBackend;
import dev.cairn.testkit.fault.CrashingBackend.Cut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A process whose connection is cut in the middle of its work, and what others find afterwards. All
 * of it happens on one thread.
 */
final class CrashScene {
  // No work of a test has so many calls; a store that never ends must not hang the test.
  private static final int MOST_CALLS = 200;

  final World world;
  final CrashingBackend connection;
  final ManualExecutor executor = new ManualExecutor();

  /** The store of the process that is going to crash. */
  final Store store;

  final Ledger ledger = new Ledger();
  private final boolean landsEarly;

  private CrashScene(World world, boolean landsEarly) {
    this.world = world;
    this.landsEarly = landsEarly;
    connection = new CrashingBackend(world.backend());
    store = world.store(connection, executor, World.LIMITS);
  }

  /**
   * Cuts the connection at each call of a piece of work, in each way, until the work is done
   * without meeting the cut.
   *
   * @param prepare makes what is there before; must not depend on the cut
   * @param work the work
   * @param check looks what came of it, whether it was cut or not
   */
  static <T> void atEveryCall(
      ContractPart part,
      Consumer<CrashScene> prepare,
      Function<CrashScene, T> work,
      Check<T> check) {
    for (Cut cut : Cut.values()) {
      for (boolean landsEarly : cut == Cut.LATE ? List.of(true, false) : List.of(true)) {
        cutEach(part, landsEarly, prepare, work, check, (it, call) -> it.crashAt(call, cut));
      }
    }
  }

  /** The same where each cut is for one call only, so that the process can go on. */
  static <T> void onceAtEveryCall(
      ContractPart part,
      Consumer<CrashScene> prepare,
      Function<CrashScene, T> work,
      Check<T> check) {
    for (Cut cut : Cut.values()) {
      cutEach(part, true, prepare, work, check, (it, call) -> it.failAt(call, cut));
    }
  }

  private static <T> void cutEach(
      ContractPart part,
      boolean landsEarly,
      Consumer<CrashScene> prepare,
      Function<CrashScene, T> work,
      Check<T> check,
      BiConsumer<CrashingBackend, Integer> cut) {
    boolean isCut = true;
    for (int call = 1; isCut; call++) {
      assertTrue(call < MOST_CALLS, "the work never ends");
      try (World world = new World(part)) {
        CrashScene scene = new CrashScene(world, landsEarly);
        prepare.accept(scene);
        cut.accept(scene.connection, call);
        T told = work.apply(scene);
        check.check(scene, told);
        isCut = scene.connection.isCrashed();
        assertTrue(isCut || call > 1, "the work made no call at all");
      } catch (AssertionError | RuntimeException e) {
        fail("cut at call %d: %s".formatted(call, e.getMessage()), e);
      }
    }
  }

  /** Looks what came of a piece of work. */
  @FunctionalInterface
  interface Check<T> {
    /** Fails unless {@code told}, the answer to the caller, is true and all is well. */
    void check(CrashScene scene, T told);
  }

  /** Commits {@code names} as one group; gives the answer to each. */
  Map<String, CallOutcome<Committed<Long>>> commit(String... names) {
    Map<String, PendingCommit<Long>> pending = new LinkedHashMap<>();
    for (String name : names) {
      pending.put(name, store.submit(World.MAIN, ledger.commit(name, name, "all")));
    }
    return end(pending);
  }

  /** The same for one commit of any kind. */
  Map<String, CallOutcome<Committed<Long>>> commit(String name, Change<Long> change) {
    return end(Map.of(name, store.submit(World.MAIN, change)));
  }

  private Map<String, CallOutcome<Committed<Long>>> end(Map<String, PendingCommit<Long>> pending) {
    executor.runAll();
    Map<String, CallOutcome<Committed<Long>>> told = new LinkedHashMap<>();
    pending.forEach((name, commit) -> told.put(name, CallOutcome.of(commit)));
    return told;
  }

  /**
   * Checks that all of the commits were applied or, if the process is gone, none, that what their
   * callers were told is true and stays so, and that others can go on.
   *
   * @param before the commits that were there before
   */
  void checkCommits(List<String> before, Map<String, CallOutcome<Committed<Long>>> told) {
    Store fresh = world.store();
    List<String> first = checkAdded(fresh, before, told);
    if (landsEarly) {
      connection.land();
    }
    List<String> second = checkAdded(fresh, before, told);
    assertTrue(second.size() >= first.size(), "what was seen stays");
    fresh.commit(World.MAIN, ledger.commit("after", "all"));
    connection.land();
    Store last = world.store();
    List<String> names = ledger.check(last);
    assertEquals("after", names.get(names.size() - 1), "others go on");
    assertEquals(second, names.subList(0, names.size() - 1), "what came before that is settled");
    told.forEach((name, outcome) -> checkTold(name, outcome, names.contains(name), last));
  }

  private List<String> checkAdded(
      Store asked, List<String> before, Map<String, CallOutcome<Committed<Long>>> told) {
    List<String> names = ledger.check(asked);
    List<String> added = names.subList(Math.min(names.size(), before.size()), names.size());
    assertEquals(before, names.subList(0, names.size() - added.size()), "what was there before");
    List<String> expected = told.keySet().stream().filter(added::contains).toList();
    assertEquals(expected, added, "what was added, in its order");
    // A process that goes on may have told one that its own read failed, and applied the others.
    assertTrue(
        added.isEmpty() || added.size() == told.size() || !connection.isGone(),
        () -> "all of a group is applied or nothing, not " + added);
    told.forEach((name, outcome) -> checkTold(name, outcome, added.contains(name), asked));
    return names;
  }

  private void checkTold(
      String name, CallOutcome<Committed<Long>> outcome, boolean isApplied, Store asked) {
    if (outcome instanceof CallOutcome.Value<Committed<Long>> applied) {
      assertTrue(isApplied, () -> name + " was reported as applied");
      Ledger.checkAnswer(name, applied.value(), asked);
      return;
    }
    assertTrue(connection.isCrashed(), () -> "nothing was cut, and " + name + ": " + outcome);
    Throwable thrown = ((CallOutcome.Failure<Committed<Long>>) outcome).thrown();
    if (thrown instanceof CommitUnknownException unknown) {
      Ledger.checkStatus(name, unknown.commitId(), asked);
    } else {
      outcome.thrown(BackendUnavailableException.class);
      assertFalse(isApplied, () -> name + " was reported as not applied: " + thrown);
    }
  }
}
