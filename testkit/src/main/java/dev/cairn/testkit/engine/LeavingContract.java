package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Callers who do not wait for the outcome: withdrawn, interrupted, out of patience, at every point.
 * The answers they got stay true, and no other caller notices.
 */
public interface LeavingContract extends ContractPart {
  @Test
  default void aCallerMayWaitForEver() {
    try (World world = new World(this)) {
      Store store = world.store();
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      Duration forEver = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
      assertEquals(1, store.commit(World.MAIN, ledger.commit("a", "a"), forEver).value());
      assertEquals(List.of("a"), ledger.check(world.store()));
    }
  }

  @Test
  default void aCommitWithdrawnFromTheQueueIsNeverApplied() {
    eachWay(
        scene -> {
          Stop first = scene.stopFirst();
          PendingCommit<Long> a = scene.submit("a");
          PendingCommit<Long> left = scene.submit("left");
          PendingCommit<Long> b = scene.submit("b");
          assertEquals(Optional.empty(), left.leave());
          CallOutcome.of(left).thrown(CancellationException.class);
          first.proceed();
          assertEquals(2, CallOutcome.of(a).get().value());
          assertEquals(3, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "a", "b");
          assertEquals(Optional.empty(), left.leave(), "there is nothing left to leave");
        });
  }

  @Test
  default void aCommitWithdrawnWhileTheLeaderReachesForItIsNeverApplied() {
    eachWay(
        scene -> {
          Stop first = scene.stopFirst();
          PendingCommit<Long> left = scene.submit("left");
          PendingCommit<Long> b = scene.submit("b");
          // The next head draws an ID, and then the commit that is taken for it.
          Stop second = scene.world.stopAtId(2);
          first.proceed();
          second.awaitReached();
          assertEquals(Optional.empty(), left.leave());
          CallOutcome.of(left).thrown(CancellationException.class);
          second.proceed();
          assertEquals(2, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "b");
        });
  }

  @Test
  default void aCommitLeftOnceItWasTakenHasAnIdThatTellsWhatBecameOfIt() {
    eachWayAndPoint(
        (scene, point) -> {
          Stop first = scene.stopFirst();
          PendingCommit<Long> a = scene.submit("a");
          Stop inChange = new Stop();
          Change<Long> change = point.stopped(scene.ledger.commit("left", "left", "all"), inChange);
          PendingCommit<Long> left = scene.store.submit(World.MAIN, change);
          PendingCommit<Long> b = scene.submit("b");
          Stop second = point.plan(scene.stopping, inChange);
          first.proceed();
          second.awaitReached();
          CommitId id = left.leave().orElseThrow();
          assertEquals(id, CallOutcome.of(left).thrown(CommitUnknownException.class).commitId());
          second.proceed();
          assertEquals(2, CallOutcome.of(a).get().value());
          assertEquals(4, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "a", "left", "b");
          Ledger.checkStatus("left", id, scene.world.store());
        });
  }

  @Test
  default void aCommitLeftBeforeItsGroupLostARaceIsNotTriedAgain() {
    eachWay(
        scene -> {
          Stop first = scene.stopFirst();
          PendingCommit<Long> a = scene.submit("a");
          PendingCommit<Long> left = scene.submit("left");
          PendingCommit<Long> b = scene.submit("b");
          Stop second = scene.stopping.stopBefore(Operation.SWAP_REFERENCE);
          first.proceed();
          second.awaitReached();
          CommitId id = left.leave().orElseThrow();
          scene.world.store().commit(World.MAIN, scene.ledger.commit("other", "all"));
          second.proceed();
          assertEquals(3, CallOutcome.of(a).get().value());
          assertEquals(4, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "other", "a", "b");
          assertEquals(CommitStatus.UNKNOWN, scene.world.store().commitStatus(id));
        });
  }

  @Test
  default void aCallerInterruptedInTheQueueGetsNotAppliedAndStaysInterrupted() {
    eachWay(
        scene -> {
          Stop first = scene.stopFirst();
          Caller<Committed<Long>> caller = scene.call("left");
          scene.world.waiter().awaitWaiting(1);
          PendingCommit<Long> b = scene.submit("b");
          caller.interrupt();
          caller.outcome().thrown(CancellationException.class);
          assertTrue(caller.endedInterrupted());
          first.proceed();
          assertEquals(2, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "b");
        });
  }

  @Test
  default void aCallerInterruptedOnceItsCommitWasTakenGetsTheOutcomeAndStaysInterrupted() {
    eachWayAndPoint(
        (scene, point) -> {
          Stop inChange = new Stop();
          Stop stop = point.plan(scene.stopping, inChange);
          Change<Long> change = point.stopped(scene.ledger.commit("mine", "all"), inChange);
          Caller<Committed<Long>> caller =
              Caller.start(() -> scene.store.commit(World.MAIN, change));
          stop.awaitReached();
          PendingCommit<Long> b = scene.submit("b");
          caller.interrupt();
          if (scene.stopping.isInterruptible()) {
            // Another thread runs the commit, and this one need not wait for it.
            CommitUnknownException told = caller.outcome().thrown(CommitUnknownException.class);
            stop.proceed();
            assertEquals(2, CallOutcome.of(b).get().value());
            Ledger.checkStatus("mine", told.commitId(), scene.world.store());
          } else {
            stop.proceed();
            assertEquals(1, caller.outcome().get().value());
            assertEquals(2, CallOutcome.of(b).get().value());
          }
          assertTrue(caller.endedInterrupted());
          scene.checkApplied("mine", "b");
        });
  }

  @Test
  default void aThreadThatIsInterruptedAlreadyGetsATrueAnswer() {
    eachWay(
        scene -> {
          Caller<Committed<Long>> caller =
              Caller.start(
                  () -> {
                    Thread.currentThread().interrupt();
                    return scene.store.commit(World.MAIN, scene.ledger.commit("mine", "all"));
                  });
          CallOutcome<Committed<Long>> outcome = caller.outcome();
          assertTrue(caller.endedInterrupted());
          PendingCommit<Long> b = scene.submit("b");
          long number = CallOutcome.of(b).get().value();
          Store asked = scene.world.store();
          List<String> names = scene.ledger.check(asked);
          if (outcome instanceof CallOutcome.Value) {
            assertEquals(List.of("mine", "b"), names);
          } else if (((CallOutcome.Failure<?>) outcome).thrown()
              instanceof CommitUnknownException told) {
            Ledger.checkStatus("mine", told.commitId(), asked);
          } else {
            outcome.thrown(CancellationException.class);
            assertEquals(List.of("b"), names);
          }
          assertEquals(names.size(), number);
        });
  }

  @Test
  default void aCallerOutOfPatienceInTheQueueGetsNotApplied() {
    eachWay(
        scene -> {
          Stop first = scene.stopFirst();
          Caller<Committed<Long>> caller = scene.callBriefly(scene.ledger.commit("left", "all"));
          scene.world.waiter().awaitWaiting(1);
          PendingCommit<Long> b = scene.submit("b");
          scene.world.waiter().timeOut();
          caller.outcome().thrown(CancellationException.class);
          first.proceed();
          assertEquals(2, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "b");
        });
  }

  @Test
  default void aCallerOutOfPatienceOnceItsCommitWasTakenGetsUnknownWithItsId() {
    eachWayAndPoint(
        (scene, point) -> {
          Stop first = scene.stopFirst();
          Stop inChange = new Stop();
          Caller<Committed<Long>> caller =
              scene.callBriefly(
                  point.stopped(scene.ledger.commit("left", "left", "all"), inChange));
          scene.world.waiter().awaitWaiting(1);
          PendingCommit<Long> b = scene.submit("b");
          Stop second = point.plan(scene.stopping, inChange);
          first.proceed();
          second.awaitReached();
          scene.world.waiter().timeOut();
          CommitId id = caller.outcome().thrown(CommitUnknownException.class).commitId();
          second.proceed();
          assertEquals(3, CallOutcome.of(b).get().value());
          scene.checkApplied("first", "left", "b");
          Ledger.checkStatus("left", id, scene.world.store());
        });
  }

  @Test
  default void leavingACommitThatHasEndedChangesNothing() {
    eachWay(
        scene -> {
          PendingCommit<Long> done = scene.submit("done");
          Committed<Long> answer = CallOutcome.of(done).get();
          assertEquals(Optional.empty(), done.leave());
          assertEquals(answer, CallOutcome.of(done).get());
          Ledger.checkAnswer("done", answer, scene.world.store());
          scene.checkApplied("done");
        });
  }

  private void eachWay(Consumer<Scene> test) {
    for (Backend connection : Interruptible.both(backend())) {
      try (World world = new World(this)) {
        test.accept(new Scene(world, connection));
      }
    }
  }

  private void eachWayAndPoint(BiConsumer<Scene, Point> test) {
    for (Point point : Point.values()) {
      eachWay(scene -> test.accept(scene, point));
    }
  }

  /** A store whose commits can be stopped on their way. */
  final class Scene {
    final World world;
    final Ledger ledger = new Ledger();
    final StoppingBackend stopping;
    final Store store;

    Scene(World world, Backend connection) {
      this.world = world;
      stopping = new StoppingBackend(connection);
      store = world.store(stopping);
      store.createReference(World.MAIN);
    }

    /** Begins a commit that is stopped just before its swap; what comes after it has to queue. */
    Stop stopFirst() {
      Stop stop = stopping.stopBefore(Operation.SWAP_REFERENCE);
      PendingCommit<Long> unused = submit("first");
      stop.awaitReached();
      return stop;
    }

    PendingCommit<Long> submit(String name) {
      return store.submit(World.MAIN, ledger.commit(name, name, "all"));
    }

    Caller<Committed<Long>> call(String name) {
      Change<Long> change = ledger.commit(name, name, "all");
      return Caller.start(() -> store.commit(World.MAIN, change));
    }

    Caller<Committed<Long>> callBriefly(Change<Long> change) {
      return Caller.start(() -> store.commit(World.MAIN, change, WorldWaiter.SHORT));
    }

    /** Checks, as another process, that just these commits were applied, in this order. */
    void checkApplied(String... names) {
      assertEquals(List.of(names), ledger.check(world.store()));
    }
  }
}
