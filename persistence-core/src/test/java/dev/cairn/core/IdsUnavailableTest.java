package dev.cairn.core;

import static dev.cairn.core.ClockWorld.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ClosedException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.store.Store;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers hear while a process can make no IDs: what the API promises, and nothing else. */
class IdsUnavailableTest {
  private final ClockWorld world = new ClockWorld();
  private ClockWorld.Machine process;

  @BeforeEach
  void start() {
    world.database.isTimeless = true;
    process = world.start();
    process.store().createReference(MAIN);
    process.commit("a");
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void loseLease() {
    world.database.isReadOnly = true;
    world.now = world.now.plus(Duration.ofHours(1));
  }

  @Test
  void aCommitWithoutALeaseIsNotAppliedAndMayBeRepeated() {
    loseLease();
    String message =
        assertThrows(IdsUnavailableException.class, () -> process.commit("b")).getMessage();
    assertTrue(message.contains("expired") && message.contains("nothing was changed"), message);
    assertEquals(List.of("a"), process.keys());
    world.database.isReadOnly = false;
    process.tick();
    process.commit("b");
    assertEquals(List.of("a", "b"), process.keys());
  }

  @Test
  void everyCallThatNeedsAnIdSaysTheSame() {
    loseLease();
    Store store = process.store();
    assertThrows(
        IdsUnavailableException.class, () -> store.putAll(List.of(new TestTypes.Snapshot("x"))));
    assertThrows(
        IdsUnavailableException.class,
        () -> process.cairn.catalogs().createTenant("acme", Map.of()));
    CompletionException failed =
        assertThrows(
            CompletionException.class,
            () ->
                store
                    .submit(MAIN, workspace -> workspace.put(new TestTypes.Snapshot("x")))
                    .result()
                    .toCompletableFuture()
                    .join());
    assertTrue(failed.getCause() instanceof IdsUnavailableException, failed.toString());
  }

  @Test
  void aClockThatWentBackIsWaitedForAndThenReported() {
    process.off = Duration.ofHours(-1);
    List<TestTypes.Snapshot> many = Collections.nCopies(5_000, new TestTypes.Snapshot("x"));
    String message =
        assertThrows(IdsUnavailableException.class, () -> process.store().putAll(many))
            .getMessage();
    assertTrue(message.contains("the machine's clock"), message);
    process.off = Duration.ZERO;
    assertEquals(5_000, process.store().putAll(many).size());
  }

  @Test
  void aChangeThatIsUnderWayWhenTheConnectionClosesHearsThatItIsClosed() {
    Store store = process.store();
    assertThrows(
        ClosedException.class,
        () ->
            store.commit(
                MAIN,
                workspace -> {
                  process.cairn.close();
                  return workspace.put(new TestTypes.Snapshot("x"));
                }));
  }
}
