package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.runtime.Environment;
import org.junit.jupiter.api.Test;

class FencesTest {
  private static final ReferenceKey KEY = new ReferenceKey(new Scope("tenant", "catalog"), "main");

  private final Environment environment = new TestEnvironment().environment(5);
  private final InMemoryBackend database = new InMemoryBackend();
  private final LossyBackend backend = new LossyBackend(database);
  private final Fences fences = new Fences(backend, environment);
  private final ReferenceRow seen = inserted();
  private int joins;

  private ReferenceRow inserted() {
    ReferenceRow row = ReferenceRow.create(KEY, environment.newToken(), 1);
    assertInstanceOf(CasResult.Applied.class, database.insertReference(row));
    return row;
  }

  private ReferenceRow row() {
    return database.readReference(KEY, ReadMode.STRONG).orElseThrow();
  }

  private void swap(ReferenceRow next) {
    assertInstanceOf(CasResult.Applied.class, database.swapReference(row().token(), next));
  }

  private void join() {
    swap(row().withTurns(Bytes.ofHex("0007"), environment.newToken()));
  }

  // A commit prepared before the join swaps again after it, so the join fences nothing.
  @Test
  void aJoinIsNoFence() {
    backend.beforeEachSwap(
        () -> {
          if (joins++ < 20) {
            join();
          }
        });
    ReferenceRow fenced = fences.fence(seen).orElseThrow();
    assertEquals(seen.version() + 1, fenced.version());
    assertEquals(fenced, row());
    assertTrue(fenced.turns().isEmpty());
  }

  @Test
  void aCommitIsAFence() {
    backend.beforeEachSwap(
        () -> swap(row().moveTo(42, EarlierHeads.none(), environment.newToken())));
    assertEquals(42, fences.fence(seen).orElseThrow().headId().orElseThrow());
  }

  @Test
  void aFenceWhoseReplyIsLostIsFound() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    assertEquals(seen.version() + 1, fences.fence(seen).orElseThrow().version());
  }

  @Test
  void aDatabaseThatTakesNoFenceFailsTheCollection() {
    backend.all(Fate.LOST);
    assertThrows(BackendUnavailableException.class, () -> fences.fence(seen));
    assertEquals(seen, row());
  }
}
